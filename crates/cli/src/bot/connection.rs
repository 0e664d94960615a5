use std::fmt;
use std::io::{BufRead, BufReader};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

const PATIENCE: Duration = Duration::from_secs(20);
/// The longest silence of a stream; servers send a keep-alive every few seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// The maximum lifetime of a stream; a new one follows.
const LONGEST: Duration = Duration::from_secs(60 * 60);
/// How often a listener checks whether to stop.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// The number of buffered lines; then the server waits.
const KEPT: usize = 64;
/// The longest line: the moves of the longest game.
const MOST_BYTES: u64 = 8 << 20;

#[derive(Debug)]
pub enum Trouble {
    Refused {
        status: u16,
        message: String,
    },
    /// The server cannot be reached or is temporarily unavailable.
    Away(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { status, message } => write!(f, "{message} ({status})"),
            Self::Away(why) => f.write_str(why),
        }
    }
}

pub struct Connection {
    server: String,
    bearer: String,
    brief: Agent,
    endless: Agent,
}

/// The lines of a stream as they arrive.
pub(super) struct Lines {
    lines: Receiver<Option<Value>>,
    heard: std::cell::Cell<Instant>,
}

pub(super) enum Heard {
    Line(Value),
    Beat,
    Nothing,
    End,
}

/// Returns the settings of connections to a server, which trust the system's certificates.
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
    /// Creates a connection that trusts the system's certificates.
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
                .timeout_connect(Some(PATIENCE))
                .timeout_recv_response(Some(PATIENCE))
        };
        let brief = config().timeout_global(Some(PATIENCE)).build().into();
        let endless = config().timeout_recv_body(Some(LONGEST)).build().into();
        Self { server: server.to_owned(), bearer: format!("Bearer {token}"), brief, endless }
    }

    pub fn get(&self, path: &str) -> Result<Value, Trouble> {
        let request = self.brief.get(format!("{}{path}", self.server));
        let answer = request.header("authorization", &self.bearer).call().map_err(away)?;
        let text = good(answer)?.body_mut().read_to_string().map_err(away)?;
        serde_json::from_str(&text).map_err(|error| Trouble::Away(error.to_string()))
    }

    pub fn post(&self, parts: &[&str], query: &str) -> Result<(), Trouble> {
        let path: String = parts.iter().map(|part| format!("/{}", escaped(part))).collect();
        let request = self.brief.post(format!("{}{path}{query}", self.server));
        let answer = request.header("authorization", &self.bearer).send_empty().map_err(away)?;
        good(answer).map(drop)
    }

    pub(super) fn lines(&self, path: &str) -> Result<Lines, Trouble> {
        let request = self.endless.get(format!("{}{path}", self.server));
        let answer = good(request.header("authorization", &self.bearer).call().map_err(away)?)?;
        let (send, lines) = sync_channel(KEPT);
        thread::spawn(move || {
            let mut reader = BufReader::new(answer.into_body().into_reader());
            loop {
                let mut line = String::new();
                let read = std::io::Read::take(&mut reader, MOST_BYTES).read_line(&mut line);
                let heard = match read {
                    Ok(1..) if line.trim().is_empty() => None,
                    Ok(1..) => match serde_json::from_str(&line) {
                        Ok(value) => Some(value),
                        Err(_) => return,
                    },
                    // The stream has ended or was cut.
                    Ok(0) | Err(_) => return,
                };
                if send.send(heard).is_err() {
                    return;
                }
            }
        });
        Ok(Lines { lines, heard: Instant::now().into() })
    }
}

impl Lines {
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                self.heard.set(Instant::now());
                line.map_or(Heard::Beat, Heard::Line)
            }
            Err(RecvTimeoutError::Timeout) if self.heard.get().elapsed() < SILENCE => Heard::Nothing,
            Err(_) => Heard::End,
        }
    }
}

fn good(mut answer: Response<Body>) -> Result<Response<Body>, Trouble> {
    let status = answer.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(answer);
    }
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    let told: Value = serde_json::from_str(&text).unwrap_or_default();
    let message = told["error"]["message"].as_str().unwrap_or("it gives no reason").to_owned();
    // Rate limited or temporarily unavailable.
    if status == 429 || status >= 500 {
        Err(Trouble::Away(message))
    } else {
        Err(Trouble::Refused { status, message })
    }
}

fn away(error: ureq::Error) -> Trouble {
    Trouble::Away(error.to_string())
}

pub(super) fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let write = |byte: u8| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_names_are_parts_of_paths() {
        assert_eq!(escaped("e7-e8=Q/x é"), "e7-e8%3DQ%2Fx%20%C3%A9");
    }
}
