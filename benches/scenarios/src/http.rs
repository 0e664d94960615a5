//! An HTTP client with one keep-alive connection.

use std::io;
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;

const MAX_RESPONSE: usize = 16 << 20;
pub const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Client {
    /// Client address that is sent in X-Forwarded-For.
    pub from: String,
    /// Local server port for new connections.
    pub port: u16,
    connection: Option<SendRequest<String>>,
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
    headers: HeaderMap,
    body: Bytes,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn headers<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok())
    }

    pub fn code(&self) -> String {
        code(&self.json())
    }
}

impl Client {
    pub fn new(from: impl Into<String>, port: u16) -> Self {
        Self { from: from.into(), port, connection: None }
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
        let request = request.with_headers(&self.from).map_err(io::Error::other)?;
        let mut connection = match self.connection.take() {
            Some(open) => open,
            None => connect(self.port).await?,
        };
        // The server may have closed an idle connection.
        if connection.ready().await.is_err() {
            connection = connect(self.port).await?;
        }
        let answer = connection.send_request(request).await.map_err(io::Error::other)?;
        let (head, body) = answer.into_parts();
        let body = Limited::new(body, MAX_RESPONSE).collect().await.map_err(io::Error::other)?.to_bytes();
        self.connection = Some(connection);
        Ok(Answer { status: head.status.as_u16(), is_repeated: false, headers: head.headers, body })
    }

    pub fn disconnect(&mut self) {
        self.connection = None;
    }
}

async fn connect(port: u16) -> io::Result<SendRequest<String>> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    Ok(sender)
}

pub fn clients(ports: &[u16], from: &str) -> Vec<Client> {
    ports.iter().map(|port| Client::new(from, *port)).collect()
}

impl<'a> Request<'a> {
    pub fn new(path: &'a str, key: Option<&'a str>, body: Option<&'a str>) -> Self {
        let method = if body.is_some() { "POST" } else { "GET" };
        Self { method, path, key, cookie: None, body }
    }

    fn with_headers(&self, from: &str) -> Result<hyper::Request<String>, hyper::http::Error> {
        let Self { method, path, key, cookie, body } = *self;
        let mut request = hyper::Request::builder().method(method).uri(path);
        request = request.header(HOST, "localhost").header("x-forwarded-for", from);
        if let Some(key) = key {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        if method != "GET" {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        request.body(body.unwrap_or_default().to_owned())
    }
}

/// Returns the error code in a response or message.
pub fn code(news: &Value) -> String {
    news["error"]["code"].as_str().unwrap_or("?").to_owned()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the body of the request that creates a game between two human players.
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

pub fn new_move(number: usize, text: impl Into<Value>) -> String {
    json!({ "seq": number, "move": text.into() }).to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn requests_have_an_address_a_key_and_a_cookie() {
        let mut request = super::Request::new("/x", Some("k"), Some("{}"));
        request.cookie = Some("a=b");
        let text = format!("{:?}", request.with_headers("10.0.0.1").unwrap());
        let parts = ["POST", "/x", "10.0.0.1", "Bearer k", "a=b", "{}"];
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
}
