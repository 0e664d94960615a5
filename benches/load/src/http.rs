//! Requests by HTTP, one after another on one connection.

use std::io::{self, ErrorKind};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The most bytes of an answer: a long game whole.
const MOST: usize = 16 << 20;

/// Asks by HTTP, on a connection that is kept for the next time.
pub struct Client {
    /// Whom a proxy would name.
    from: String,
    stream: Option<TcpStream>,
}

/// What is asked, beside by whom.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'a str,
    /// The path, with its query.
    pub path: &'a str,
    /// What opens a game.
    pub key: Option<&'a str>,
    /// What a browser keeps of its sessions, as it sends it.
    pub cookie: Option<&'a str>,
    /// JSON.
    pub body: Option<&'a str>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// Reads its JSON, or nothing.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Lists what its headers of a name say, the name in whatever letters, great or small.
    pub fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        headers(&self.head, name)
    }

    /// Returns the code of the failure that it tells.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("?").to_owned()
    }
}

impl Client {
    /// Asks in the name of an address.
    pub fn new(from: String) -> Self {
        Self { from, stream: None }
    }

    /// Returns in whose name it asks.
    pub fn from(&self) -> &str {
        &self.from
    }

    /// Asks, and waits for the answer. Whoever stops waiting loses the connection alone.
    ///
    /// # Errors
    /// The connection fails, or what comes is no answer.
    pub async fn ask(
        &mut self,
        port: u16,
        path: &str,
        key: Option<&str>,
        body: Option<&str>,
    ) -> io::Result<Answer> {
        self.send(port, &written(&self.from, path, key, body)).await
    }

    /// Puts a body where a path leads, as [`Client::ask`] asks.
    ///
    /// # Errors
    /// Those of [`Client::ask`].
    pub async fn put(&mut self, port: u16, path: &str, key: &str, body: &str) -> io::Result<Answer> {
        let text = written(&self.from, path, Some(key), Some(body));
        self.send(port, &text.replacen("POST", "PUT", 1)).await
    }

    /// Makes any request, as [`Client::ask`] asks.
    ///
    /// # Errors
    /// Those of [`Client::ask`].
    pub async fn request(&mut self, port: u16, request: &Request<'_>) -> io::Result<Answer> {
        self.send(port, &request.written(&self.from)).await
    }

    async fn send(&mut self, port: u16, text: &str) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(("127.0.0.1", port)).await?;
                stream.set_nodelay(true)?;
                stream
            }
        };
        stream.write_all(text.as_bytes()).await?;
        let mut bytes = Vec::new();
        let head = loop {
            if let Some(head) = head(&bytes) {
                break head;
            }
            more(&mut stream, &mut bytes).await?;
        };
        while bytes.len() < head.begin + head.length {
            more(&mut stream, &mut bytes).await?;
        }
        if !head.closes {
            self.stream = Some(stream);
        }
        let body = bytes.split_off(head.begin);
        Ok(Answer { status: head.status, head: String::from_utf8_lossy(&bytes).into_owned(), body })
    }

    /// Gives the connection up.
    pub fn hang_up(&mut self) {
        self.stream = None;
    }
}

/// Writes a request: to post a body, if there is one.
pub fn written(from: &str, path: &str, key: Option<&str>, body: Option<&str>) -> String {
    let method = if body.is_some() { "POST" } else { "GET" };
    Request { method, path, key, cookie: None, body }.written(from)
}

impl Request<'_> {
    fn written(&self, from: &str) -> String {
        let Self { method, path, key, cookie, body } = self;
        let mut text = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {from}\r\n");
        if let Some(key) = key {
            text += &format!("authorization: Bearer {key}\r\n");
        }
        if let Some(cookie) = cookie {
            text += &format!("cookie: {cookie}\r\n");
        }
        let body = body.unwrap_or("");
        if *method != "GET" {
            text += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        text + "\r\n" + body
    }
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<()> {
    match stream.read_buf(bytes).await? {
        0 => Err(ErrorKind::UnexpectedEof.into()),
        _ if bytes.len() > MOST => Err(ErrorKind::FileTooLarge.into()),
        _ => Ok(()),
    }
}

/// What the head of an answer tells.
#[derive(PartialEq, Eq, Debug)]
struct Head {
    status: u16,
    /// Where the body begins.
    begin: usize,
    length: usize,
    closes: bool,
}

/// Lists what the headers of a name say.
fn headers<'a>(head: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    pairs.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, said)| said.trim())
}

/// Reads the head of an answer, once it is there whole. All answers tell their length.
fn head(bytes: &[u8]) -> Option<Head> {
    let begin = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&bytes[..begin]);
    let status = text.split(' ').nth(1)?.parse().ok()?;
    let length = headers(&text, "content-length").next().and_then(|length| length.parse().ok()).unwrap_or(0);
    let closes = headers(&text, "connection").any(|said| said.eq_ignore_ascii_case("close"));
    Some(Head { status, begin, length, closes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_once_they_are_whole() {
        let answer = b"HTTP/1.1 429 Too Many\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
        assert_eq!(head(&answer[..40]), None);
        assert_eq!(head(answer), Some(Head { status: 429, begin: answer.len() - 2, length: 2, closes: true }));
        // A proxy writes its headers in great letters.
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
        assert_eq!(head(answer), Some(Head { status: 200, begin: answer.len() - 2, length: 2, closes: false }));
    }

    #[test]
    fn headers_are_found_by_their_names() {
        let text = "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nset-cookie:c=d\r\n\r\n";
        assert_eq!(headers(text, "set-cookie").collect::<Vec<_>>(), ["a=b; Path=/", "c=d"]);
        assert_eq!(headers(text, "age").next(), None);
    }

    #[test]
    fn requests_name_who_asks() {
        let text = written("10.0.0.1", "/x", Some("k"), Some("{}"));
        assert!(text.starts_with("POST /x HTTP/1.1\r\n") && text.ends_with("content-length: 2\r\n\r\n{}"));
        assert!(text.contains("x-forwarded-for: 10.0.0.1\r\n") && text.contains("Bearer k\r\n"));
        assert!(written("10.0.0.1", "/x", None, None).starts_with("GET /x"));
        let request = Request { method: "DELETE", path: "/x", key: None, cookie: Some("a=b"), body: None };
        let text = request.written("10.0.0.1");
        assert!(text.starts_with("DELETE /x ") && text.contains("\r\ncookie: a=b\r\n"));
    }
}
