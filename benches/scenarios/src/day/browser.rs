use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::state::{Day, add};
use crate::http::{Answer, Client, Request};
use crate::socket::{self, Socket};

/// How long an answer may take: the server answers within fifteen seconds, or not at all.
const PATIENCE: Duration = Duration::from_secs(16);
const LONGEST: Duration = Duration::from_secs(120);
const AGAIN: Duration = Duration::from_millis(300);
/// The longest `retry-after` that is respected, in seconds.
const MAX_WAIT: u64 = 5;

/// A person's browser, with an address and cookies. All requests go through the proxy.
pub struct Browser {
    day: Rc<Day>,
    person: usize,
    client: Client,
    cookies: BTreeMap<String, String>,
}

/// An answer, and whether the server may have received the request more than once.
pub struct Heard {
    pub answer: Answer,
    pub repeated: bool,
}

impl Heard {
    pub fn status(&self) -> u16 {
        self.answer.status
    }

    pub fn code(&self) -> String {
        self.answer.code()
    }
}

impl Browser {
    pub fn new(day: &Rc<Day>, person: usize, from: String) -> Self {
        Self { day: Rc::clone(day), person, client: Client::new(from), cookies: BTreeMap::new() }
    }

    /// Sends a request once; `None` if no answer came, and the server may have handled it or not.
    pub async fn once(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Answer> {
        let (cookie, body) = (self.cookie(), body.map(Value::to_string));
        let request = Request { method, path, key, cookie: cookie.as_deref(), body: body.as_deref() };
        let sent = Instant::now();
        let Some(answer) = self.client.within(PATIENCE, self.day.port, &request).await else {
            add(&self.day.unanswered, 1);
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

    /// Sends a request until an answer comes that is no failure; `None`, which is a fault, if none does for long.
    pub async fn sure(
        &mut self,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Heard> {
        let (begun, mut repeated) = (Instant::now(), false);
        let mut last = "no answer".to_owned();
        while begun.elapsed() < LONGEST {
            let answer = self.once(method, path, key, body).await;
            if let Some(answer) = &answer {
                last = format!("{} {}", answer.status, answer.code());
            }
            match answer {
                Some(answer) if answer.status == 429 && answer.code() != "allowance" => {
                    sleep(Duration::from_secs(wait(&answer).unwrap_or(1).min(MAX_WAIT))).await;
                }
                Some(answer) if answer.status < 500 => return Some(Heard { answer, repeated }),
                _ => {
                    repeated = true;
                    sleep(AGAIN).await;
                }
            }
        }
        self.day.fault(format!("{method} {path} is not answered for {LONGEST:?}; the last was {last}"));
        None
    }

    pub async fn post(&mut self, path: &str, key: Option<&str>, body: &Value) -> Option<Heard> {
        self.sure("POST", path, key, Some(body)).await
    }

    /// Reads something; `None` if it is refused, which is a fault unless the person is banned.
    pub async fn read(&mut self, path: &str, key: Option<&str>) -> Option<Value> {
        let heard = self.sure("GET", path, key, None).await?;
        if heard.status() == 200 {
            return Some(heard.answer.json());
        }
        if self.day.is_welcome(self.person) {
            self.day.fault(format!("GET {path}: {} {}", heard.status(), heard.code()));
        }
        None
    }

    pub async fn open(&self, path: &str) -> Option<Socket> {
        let cookie = self.cookie();
        let opened = socket::open(self.day.port, path, &self.client.from, cookie.as_deref());
        timeout(PATIENCE, opened).await.ok()?.ok()
    }

    fn cookie(&self) -> Option<String> {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

fn wait(answer: &Answer) -> Option<u64> {
    answer.headers("retry-after").next()?.parse().ok()
}
