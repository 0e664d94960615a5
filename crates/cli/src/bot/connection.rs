use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// Time without data after which a stream counts as disconnected; servers send a keep-alive every few seconds.
const STREAM_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum lifetime of a stream, after which it is reopened.
const MAX_STREAM_AGE: Duration = Duration::from_secs(60 * 60);
/// Interval at which the bot checks whether to stop.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Maximum number of buffered lines; reading pauses while the buffer is full.
const BUFFERED_LINES: usize = 64;
/// Maximum length of a line in bytes. A line can contain all moves of a game.
const MAX_LINE_BYTES: u64 = 8 << 20;

#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    #[error("{message} ({status})")]
    Rejected { status: u16, message: String },
    /// The server cannot be reached or is temporarily unavailable.
    #[error("{0}")]
    Unavailable(String),
}

pub struct Connection {
    server: String,
    bearer: String,
    short_requests: Agent,
    streams: Agent,
}

/// A response body that is read line by line, each line a JSON value.
pub(super) struct LineStream {
    lines: Receiver<Option<Value>>,
    last_item: std::cell::Cell<Instant>,
}

pub(super) enum StreamItem {
    Line(Value),
    KeepAlive,
    /// No line arrived before the time-out.
    Pending,
    End,
}

/// Returns TLS settings that trust the system's certificates.
#[cfg(feature = "tls")]
fn tls(server: &str) -> ureq::tls::TlsConfig {
    use std::sync::Arc;

    use ureq::tls::{Certificate, RootCerts, TlsConfig};

    let certificates: Vec<Certificate<'static>> = match server.starts_with("https:") {
        true => rustls_native_certs::load_native_certs()
            .certs
            .iter()
            .map(|certificate| Certificate::from_der(certificate).to_owned())
            .collect(),
        false => Vec::new(),
    };
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(certificates)))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}

impl Connection {
    pub fn new(server: &str, token: &str) -> Self {
        #[cfg(feature = "tls")]
        let tls = tls(server);
        let config = || {
            let config = Agent::config_builder();
            #[cfg(feature = "tls")]
            let config = config.tls_config(tls.clone());
            config
                .http_status_as_error(false)
                .max_redirects(0)
                .user_agent(concat!("entourage-bot/", env!("CARGO_PKG_VERSION")))
                .timeout_connect(Some(REQUEST_TIMEOUT))
                .timeout_recv_response(Some(REQUEST_TIMEOUT))
        };
        let short_requests = config().timeout_global(Some(REQUEST_TIMEOUT)).build().into();
        let streams = config().timeout_recv_body(Some(MAX_STREAM_AGE)).build().into();
        Self { server: server.to_owned(), bearer: format!("Bearer {token}"), short_requests, streams }
    }

    pub fn get(&self, path: &str) -> Result<Value, RequestError> {
        let request = self.short_requests.get(format!("{}{path}", self.server));
        let answer = request.header("authorization", &self.bearer).call().map_err(unavailable)?;
        let text = check_status(answer)?.body_mut().read_to_string().map_err(unavailable)?;
        serde_json::from_str(&text).map_err(|error| RequestError::Unavailable(error.to_string()))
    }

    pub fn post(&self, parts: &[&str], query: &str) -> Result<(), RequestError> {
        let path: String = parts.iter().map(|part| format!("/{}", percent_encode(part))).collect();
        let request = self.short_requests.post(format!("{}{path}{query}", self.server));
        let answer = request.header("authorization", &self.bearer).send_empty().map_err(unavailable)?;
        check_status(answer).map(drop)
    }

    pub(super) fn lines(&self, path: &str) -> Result<LineStream, RequestError> {
        let request = self.streams.get(format!("{}{path}", self.server));
        let answer = check_status(request.header("authorization", &self.bearer).call().map_err(unavailable)?)?;
        let (send, lines) = sync_channel(BUFFERED_LINES);
        thread::spawn(move || {
            let mut reader = BufReader::new(answer.into_body().into_reader());
            loop {
                let mut line = String::new();
                let read = std::io::Read::take(&mut reader, MAX_LINE_BYTES).read_line(&mut line);
                let item = match read {
                    Ok(1..) if line.trim().is_empty() => None,
                    Ok(1..) => match serde_json::from_str(&line) {
                        Ok(value) => Some(value),
                        Err(_) => return,
                    },
                    // The stream has ended or was interrupted.
                    Ok(0) | Err(_) => return,
                };
                if send.send(item).is_err() {
                    return;
                }
            }
        });
        Ok(LineStream { lines, last_item: Instant::now().into() })
    }
}

impl LineStream {
    pub fn next(&self, timeout: Duration) -> StreamItem {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => {
                self.last_item.set(Instant::now());
                line.map_or(StreamItem::KeepAlive, StreamItem::Line)
            }
            Err(RecvTimeoutError::Timeout) if self.last_item.get().elapsed() < STREAM_TIMEOUT => {
                StreamItem::Pending
            }
            Err(_) => StreamItem::End,
        }
    }
}

fn check_status(mut answer: Response<Body>) -> Result<Response<Body>, RequestError> {
    let status = answer.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(answer);
    }
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    let message = body["error"]["message"].as_str().unwrap_or("no reason given").to_owned();
    // Rate limited or temporarily unavailable.
    if status == 429 || status >= 500 {
        Err(RequestError::Unavailable(message))
    } else {
        Err(RequestError::Rejected { status, message })
    }
}

fn unavailable(error: ureq::Error) -> RequestError {
    RequestError::Unavailable(error.to_string())
}

pub(super) fn percent_encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let write = |byte: u8| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_segments_are_percent_encoded() {
        assert_eq!(percent_encode("e7-e8=Q/x é"), "e7-e8%3DQ%2Fx%20%C3%A9");
    }
}
