//! Holds what came of the day to what was acknowledged, and computes again what follows from the record.

mod cups;
mod games;
mod order;
mod ratings;

use std::rc::Rc;
use std::time::Duration;

use load::http::{Client, Request};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use crate::day::Day;
use crate::machinery::Machinery;
use crate::person::Person;

pub use games::Judged;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often something is asked that is not answered.
const TRIES: usize = 5;
/// How long it is between.
const AGAIN: Duration = Duration::from_secs(1);

/// What came of the day.
#[derive(Default)]
pub struct Findings {
    /// All games, by name.
    pub games: Vec<Judged>,
    /// Figures for the table, each with what it counts.
    pub figures: Vec<(String, String)>,
}

impl Findings {
    /// Adds a line to the table.
    pub fn count(&mut self, what: &str, figure: impl ToString) {
        self.figures.push((what.to_owned(), figure.to_string()));
    }
}

/// Judges everything.
pub async fn judge(day: &Rc<Day>, machinery: &Machinery, moderator: &mut Person) -> Findings {
    let mut findings = Findings::default();
    eprintln!("day: reading every game from both servers");
    games::judge(day, &mut findings).await;
    eprintln!("day: computing ratings again");
    ratings::judge(day, &machinery.database(), &mut findings).await;
    cups::judge(day, &mut findings).await;
    order::judge(day, moderator, &mut findings).await;
    eprintln!("day: entourage verify");
    match machinery.verify() {
        Ok(told) => findings.count("`entourage verify`", told.lines().last().unwrap_or("says nothing")),
        Err(problem) => day.fault(format!("entourage verify: {problem}")),
    }
    day.unexcused().into_iter().for_each(|problem| day.fault(problem));
    findings
}

/// Asks one server, past the proxy; `None`, which is a fault, where it does not answer.
async fn ask(day: &Day, client: &mut Client, port: u16, path: &str, key: Option<&str>) -> Option<(u16, Value)> {
    let request = Request { method: "GET", path, key, cookie: None, body: None };
    for _ in 0..TRIES {
        match timeout(PATIENCE, client.request(port, &request)).await {
            Ok(Ok(answer)) if answer.status < 500 && answer.status != 429 => {
                return Some((answer.status, answer.json()));
            }
            _ => {
                client.hang_up();
                sleep(AGAIN).await;
            }
        }
    }
    day.fault(format!("a server does not answer {path}"));
    None
}

/// Asks both servers, which must tell the same; `None`, which is a fault, where they do not.
async fn both(day: &Day, clients: &mut [Client; 2], path: &str, key: Option<&str>) -> Option<Value> {
    let mut told = Vec::new();
    for (client, port) in clients.iter_mut().zip(day.ports) {
        let (status, one) = ask(day, client, port, path, key).await?;
        if status != 200 {
            day.fault(format!("{path}: {status} {}", one["error"]["code"]));
            return None;
        }
        told.push(one);
    }
    let (other, one) = (told.pop()?, told.pop()?);
    // Clocks run on between the two questions.
    let still = |mut told: Value| {
        if let Some(fields) = told.as_object_mut() {
            fields.remove("clock");
        }
        told
    };
    if still(one.clone()) != still(other) {
        day.fault(format!("two servers do not tell the same: {path}"));
        return None;
    }
    Some(one)
}

/// Makes a client for each server: from this machine, which no limit holds up.
fn clients() -> [Client; 2] {
    [0, 1].map(|_| Client::new("127.0.0.1".into()))
}

/// Writes a text so that it may stand in a query.
fn quoted(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_stands_in_a_query_is_quoted() {
        assert_eq!(quoted("a game:x,y=2"), "a%20game%3Ax%2Cy%3D2");
    }
}
