use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::state::{Day, add};
use crate::http::{Answer, Client, Request};
use crate::socket::{self, Socket};

/// Request timeout, slightly longer than the server's timeout of 15 s.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(16);
const RETRY_TIMEOUT: Duration = Duration::from_secs(120);
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// Maximum wait in seconds after a rate limit, even if `retry-after` is longer.
const MAX_RETRY_AFTER: u64 = 5;

/// A browser with an IP address and cookies. All requests go through the proxy.
pub struct Browser {
    day: Rc<Day>,
    user: usize,
    client: Client,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    pub fn new(day: &Rc<Day>, user: usize, from: String) -> Self {
        Self { day: Rc::clone(day), user, client: Client::new(from, day.port), cookies: BTreeMap::new() }
    }

    /// Sends a request once. Returns `None` if there is no response; the server may have processed the request anyway.
    pub async fn send_once(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Answer> {
        let (cookie, body) = (self.cookie(), body.map(Value::to_string));
        let request = Request { method, path, key, cookie: cookie.as_deref(), body: body.as_deref() };
        let sent = Instant::now();
        let Some(answer) = self.client.within(REQUEST_TIMEOUT, &request).await else {
            add(&self.day.tally.unanswered, 1);
            return None;
        };
        self.day.note_answer(&format!("{method} {path}"), answer.status, &answer.code(), sent);
        if answer.status == 429 {
            self.day.note_limit(format!("{method} {path} {}", answer.code()), wait(&answer).unwrap_or(0));
        }
        for set in answer.headers("set-cookie") {
            let pair = set.split(';').next().and_then(|pair| pair.split_once('='));
            let Some((name, value)) = pair else { continue };
            match value {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        Some(answer)
    }

    /// Sends a request; retries after a rate limit, a 5xx response or no response; reports a fault on time-out.
    pub async fn send_reliably(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Answer> {
        let (begun, mut is_repeated) = (Instant::now(), false);
        let mut last = "no response".to_owned();
        while begun.elapsed() < RETRY_TIMEOUT {
            let answer = self.send_once(method, path, key, body).await;
            if let Some(answer) = &answer {
                last = format!("{} {}", answer.status, answer.code());
            }
            match answer {
                Some(answer) if answer.status == 429 && answer.code() != "allowance" => {
                    sleep(Duration::from_secs(wait(&answer).unwrap_or(1).min(MAX_RETRY_AFTER))).await;
                }
                Some(mut answer) if answer.status < 500 => {
                    answer.is_repeated = is_repeated;
                    return Some(answer);
                }
                _ => {
                    is_repeated = true;
                    sleep(RETRY_PAUSE).await;
                }
            }
        }
        self.day
            .fault(format!("{method} {path} has failed for {RETRY_TIMEOUT:?}; the last response was {last}"));
        None
    }

    pub async fn post(&mut self, path: &str, key: Option<&str>, body: &Value) -> Option<Answer> {
        self.send_reliably("POST", path, key, Some(body)).await
    }

    /// Sends a GET request. Returns `None` if it is refused; reports the refusal as a fault unless the user is banned.
    pub async fn read(&mut self, path: &str, key: Option<&str>) -> Option<Value> {
        let response = self.send_reliably("GET", path, key, None).await?;
        if response.status == 200 {
            return Some(response.json());
        }
        if self.day.is_welcome(self.user) {
            self.day.fault(format!("GET {path}: {} {}", response.status, response.code()));
        }
        None
    }

    pub async fn open(&self, path: &str) -> Option<Socket> {
        let cookie = self.cookie();
        let opened = socket::open(self.day.port, path, &self.client.from, cookie.as_deref());
        timeout(REQUEST_TIMEOUT, opened).await.ok()?.ok()
    }

    fn cookie(&self) -> Option<String> {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

fn wait(answer: &Answer) -> Option<u64> {
    answer.headers("retry-after").next()?.parse().ok()
}
