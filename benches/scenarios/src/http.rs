//! Implements a simple HTTP client with one keep-alive connection.

use std::io::{self, ErrorKind};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const MAX_RESPONSE: usize = 16 << 20;
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Client {
    /// Client address that is sent in X-Forwarded-For.
    pub from: String,
    /// Local server port for new connections.
    pub port: u16,
    stream: Option<TcpStream>,
}

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub key: Option<&'a str>,
    pub cookie: Option<&'a str>,
    pub body: Option<&'a str>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Whether the request was sent more than once, so that the server may have processed it before.
    pub is_repeated: bool,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        headers(&self.head, name)
    }

    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("?").to_owned()
    }
}

impl Client {
    pub fn new(from: impl Into<String>, port: u16) -> Self {
        Self { from: from.into(), port, stream: None }
    }

    /// Sends a GET request, or a POST request if there is a body. Dropping the future closes the connection.
    pub async fn ask(&mut self, path: &str, key: Option<&str>, body: Option<&str>) -> io::Result<Answer> {
        self.send(&Request::new(path, key, body)).await
    }

    /// Sends a request with a time-out. Returns `None` if there is no response; the server may have processed the request anyway.
    pub async fn within(&mut self, limit: Duration, request: &Request<'_>) -> Option<Answer> {
        match timeout(limit, self.send(request)).await {
            Ok(Ok(answer)) => Some(answer),
            _ => {
                self.disconnect();
                None
            }
        }
    }

    pub async fn is_healthy(&mut self) -> bool {
        let answer = self.within(HEALTH_TIMEOUT, &Request::new("/healthz", None, None)).await;
        let is_healthy = answer.is_some_and(|answer| answer.status == 200);
        if !is_healthy {
            self.disconnect();
        }
        is_healthy
    }

    pub async fn send(&mut self, request: &Request<'_>) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
                stream.set_nodelay(true)?;
                stream
            }
        };
        stream.write_all(request.text(&self.from).as_bytes()).await?;
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
        let (status, head) = (head.status, String::from_utf8_lossy(&bytes).into_owned());
        Ok(Answer { status, is_repeated: false, head, body })
    }

    pub fn disconnect(&mut self) {
        self.stream = None;
    }
}

pub fn clients(ports: &[u16], from: &str) -> Vec<Client> {
    ports.iter().map(|port| Client::new(from, *port)).collect()
}

impl<'a> Request<'a> {
    pub fn new(path: &'a str, key: Option<&'a str>, body: Option<&'a str>) -> Self {
        let method = if body.is_some() { "POST" } else { "GET" };
        Self { method, path, key, cookie: None, body }
    }

    pub fn text(&self, from: &str) -> String {
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
        _ if bytes.len() > MAX_RESPONSE => Err(ErrorKind::FileTooLarge.into()),
        _ => Ok(()),
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Head {
    status: u16,
    begin: usize,
    length: usize,
    closes: bool,
}

fn headers<'a>(head: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let pairs = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    pairs.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// Parses the head of a response; returns `None` if the head is incomplete.
fn head(bytes: &[u8]) -> Option<Head> {
    let begin = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&bytes[..begin]);
    let status = text.split(' ').nth(1)?.parse().ok()?;
    let length = headers(&text, "content-length").next().and_then(|length| length.parse().ok()).unwrap_or(0);
    let closes = headers(&text, "connection").any(|value| value.eq_ignore_ascii_case("close"));
    Some(Head { status, begin, length, closes })
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the request body that creates a game between two people.
pub fn new_game(spec: &str, pace: Option<&str>) -> String {
    let human = json!({ "kind": "human" });
    let mut body = json!({ "spec": spec, "players": [human, human], "seats": { "host": 1 } });
    if let Some(pace) = pace {
        body["pace"] = pace.into();
    }
    body.to_string()
}

pub fn keys(created: &Value) -> Option<[String; 2]> {
    let key = |side: usize| created["keys"]["sides"][side].as_str().map(str::to_owned);
    Some([key(0)?, key(1)?])
}

pub fn new_move(number: usize, text: &str) -> String {
    json!({ "seq": number, "move": text }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_parsed_once_complete() {
        let answer = b"HTTP/1.1 429 Too Many\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
        assert_eq!(head(&answer[..40]), None);
        assert_eq!(head(answer), Some(Head { status: 429, begin: answer.len() - 2, length: 2, closes: true }));
        // A proxy capitalises header names.
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
        assert_eq!(head(answer), Some(Head { status: 200, begin: answer.len() - 2, length: 2, closes: false }));
        let text = "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nset-cookie:c=d\r\n\r\n";
        assert_eq!(headers(text, "set-cookie").collect::<Vec<_>>(), ["a=b; Path=/", "c=d"]);
        assert_eq!(headers(text, "age").next(), None);
    }

    #[test]
    fn requests_have_an_address_a_key_and_a_cookie() {
        let text = Request::new("/x", Some("k"), Some("{}")).text("10.0.0.1");
        assert!(text.starts_with("POST /x HTTP/1.1\r\n") && text.ends_with("content-length: 2\r\n\r\n{}"));
        assert!(text.contains("x-forwarded-for: 10.0.0.1\r\n") && text.contains("Bearer k\r\n"));
        assert!(Request::new("/x", None, None).text("10.0.0.1").starts_with("GET /x"));
        let request = Request { method: "DELETE", cookie: Some("a=b"), ..Request::new("/x", None, None) };
        let text = request.text("10.0.0.1");
        assert!(text.starts_with("DELETE /x ") && text.contains("\r\ncookie: a=b\r\n"));
    }
}
