use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use load::http::{Answer, Client, Request};
use load::socket::{self, Socket};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use crate::day::{Day, Restraint, Trouble};

/// How long an answer is waited for: the server answers everything in fifteen seconds, or not at all.
const PATIENCE: Duration = Duration::from_secs(16);
/// How long it is tried again and again.
const LONGEST: Duration = Duration::from_secs(120);
/// How long it is until something is tried again.
const AGAIN: Duration = Duration::from_millis(300);
/// The longest that a server's wish to be left alone is heard.
const WAIT: u64 = 5;

/// A browser of somebody: an address of its own, and what it keeps of sessions. All of it goes through the proxy.
pub struct Browser {
    day: Rc<Day>,
    /// Whose it is.
    holder: usize,
    client: Client,
    cookies: BTreeMap<String, String>,
}

/// An answer, and whether the question may have been heard more than once.
pub struct Heard {
    /// What came in the end.
    pub answer: Answer,
    /// Whether it was asked before and no answer came.
    pub repeated: bool,
}

impl Browser {
    /// Opens somebody's at an address.
    pub fn new(day: &Rc<Day>, holder: usize, from: String) -> Self {
        Self { day: Rc::clone(day), holder, client: Client::new(from), cookies: BTreeMap::new() }
    }

    /// Asks once; `None` where no answer came, and what was asked may have been done or not.
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
        let asked = timeout(PATIENCE, self.client.request(self.day.port, &request)).await;
        let Ok(Ok(answer)) = asked else {
            self.client.hang_up();
            self.day.unanswered.set(self.day.unanswered.get() + 1);
            return None;
        };
        let status = answer.status;
        let trouble = || Trouble {
            asked: format!("{method} {path}"),
            answer: format!("{status} {}", answer.code()),
            sent,
            answered: Instant::now(),
        };
        self.day.note_answer(status, trouble);
        if status == 429 {
            let wait = answer.headers("retry-after").next().unwrap_or("0").to_owned();
            self.day.note_limit(format!("{method} {path} {}", answer.code()), wait.parse().unwrap_or(0));
        }
        for set in answer.headers("set-cookie") {
            let Some((name, value)) = set.split(';').next().and_then(|pair| pair.split_once('=')) else {
                continue;
            };
            match value {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        Some(answer)
    }

    /// Asks until an answer comes that is one; `None`, which is a fault, where none does for long.
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
            match self.once(method, path, key, body).await {
                Some(answer) if answer.status == 429 && answer.code() != "allowance" => {
                    last = format!("429 {}", answer.code());
                    let wait =
                        answer.headers("retry-after").next().and_then(|text| text.parse().ok()).unwrap_or(1);
                    sleep(Duration::from_secs(wait.min(WAIT))).await;
                }
                Some(answer) if answer.status < 500 => return Some(Heard { answer, repeated }),
                Some(answer) => {
                    last = format!("{} {}", answer.status, answer.code());
                    repeated = true;
                    sleep(AGAIN).await;
                }
                None => {
                    repeated = true;
                    sleep(AGAIN).await;
                }
            }
        }
        self.day.fault(format!("{method} {path} is not answered for {LONGEST:?}; the last was {last}"));
        None
    }

    /// Reads something until it is there; `None` where it is refused, which is a fault unless its holder is banned.
    pub async fn read(&mut self, path: &str, key: Option<&str>) -> Option<Value> {
        let answer = self.sure("GET", path, key, None).await?.answer;
        if answer.status != 200 && self.day.known(self.holder).banned != Restraint::Free {
            return None;
        }
        if answer.status != 200 {
            self.day.fault(format!("GET {path}: {} {}", answer.status, answer.code()));
            return None;
        }
        Some(answer.json())
    }

    /// Opens a WebSocket; `None` where nobody answers.
    pub async fn open(&self, path: &str) -> Option<Socket> {
        let cookie = self.cookie();
        let opened = socket::open(self.day.port, path, self.client.from(), cookie.as_deref());
        timeout(PATIENCE, opened).await.ok()?.ok()
    }

    fn cookie(&self) -> Option<String> {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}
