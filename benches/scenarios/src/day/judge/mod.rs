//! Checks the results of the day against what was acknowledged, and recomputes what follows from the records of the games.

mod cups;
mod games;
mod ratings;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use super::machinery::Machinery;
use super::moderator::{complaints, log};
use super::person::Person;
use super::state::{Day, Sanction};
use crate::http::{Client, Request};
use games::Judged;

const PATIENCE: Duration = Duration::from_secs(20);
const TRIES: usize = 5;
const AGAIN: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Findings {
    games: Vec<Judged>,
    /// The figures of the report, each with what it counts.
    pub figures: Vec<(String, String)>,
}

impl Findings {
    fn count(&mut self, what: &str, figure: impl ToString) {
        self.figures.push((what.to_owned(), figure.to_string()));
    }
}

pub async fn judge(day: &Rc<Day>, machinery: &Machinery, moderator: &mut Person) -> Findings {
    let mut findings = Findings::default();
    eprintln!("day: reading every game from both servers");
    games::judge(day, &mut findings).await;
    eprintln!("day: recomputing ratings");
    ratings::judge(day, &machinery.cluster.backing.database(), &mut findings).await;
    cups::judge(day, &mut findings).await;
    judge_moderation(day, moderator, &mut findings).await;
    eprintln!("day: entourage verify");
    match machinery.verify() {
        Ok(text) => findings.count("`entourage verify`", text.lines().last().unwrap_or("says nothing")),
        Err(problem) => day.fault(format!("entourage verify: {problem}")),
    }
    day.unexcused().into_iter().for_each(|problem| day.fault(problem));
    findings
}

/// Checks the log of moderation actions and the complaints against what was acknowledged.
async fn judge_moderation(day: &Day, moderator: &mut Person, findings: &mut Findings) {
    let log = log(moderator).await;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (kind, reason) in day.actions.borrow().iter() {
        *counts.entry(kind.clone()).or_default() += 1;
        if !log.iter().any(|entry| entry["kind"] == *kind && entry["reason"] == *reason) {
            day.fault(format!("a moderation action is not in the log: {kind}, {reason}"));
        }
    }
    let (open, closed) = (complaints(moderator, "open").await, complaints(moderator, "closed").await);
    let made = day.complaints.borrow().clone();
    for text in &made {
        if !open.iter().chain(&closed).any(|complaint| complaint["text"] == **text) {
            day.fault(format!("a complaint is lost: {text}"));
        }
    }
    if !open.is_empty() {
        day.fault(format!("{} complaints are still open", open.len()));
    }
    for (number, known) in day.people.borrow().iter().enumerate() {
        let subject = closed.iter().find(|complaint| complaint["subject"]["name"] == *known.name);
        let Some(subject) = subject.map(|complaint| &complaint["subject"]) else { continue };
        for (what, sanction) in [("mute", known.muted), ("ban", known.banned)] {
            if (sanction == Sanction::Active) == subject[what].is_null() {
                let shown = &subject[what];
                day.fault(format!("person {number} is shown with {what} {shown}, which is {sanction:?}"));
            }
        }
    }
    let [muted, banned, renamed] = ["mute", "ban", "rename"].map(|kind| counts.get(kind).copied().unwrap_or(0));
    findings.count("complaints acknowledged, all read and closed", made.len());
    findings.count("muted, banned, renamed", format!("{muted}, {banned}, {renamed}"));
    let [to_muted, to_banned] = [0, 1].map(|kind| day.refusals[kind].get());
    findings.count("refused to whoever is muted, to whoever is banned", format!("{to_muted}, {to_banned}"));
    for (what, number) in [("muted", muted), ("banned", banned)] {
        if number == 0 && day.desk.wanted >= 500 {
            day.fault(format!("no one was {what} all day"));
        }
    }
}

/// Asks one server, past the proxy; `None`, which is a fault, if it does not answer.
async fn ask(day: &Day, client: &mut Client, port: u16, path: &str, key: Option<&str>) -> Option<(u16, Value)> {
    for _ in 0..TRIES {
        match client.within(PATIENCE, port, &Request::new(path, key, None)).await {
            Some(answer) if answer.status < 500 && answer.status != 429 => {
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

/// Asks both servers, which must answer the same; `None`, which is a fault, if they do not.
async fn both(day: &Day, clients: &mut [Client; 2], path: &str, key: Option<&str>) -> Option<Value> {
    let mut shown = Vec::new();
    for (client, port) in clients.iter_mut().zip(&day.ports) {
        let (status, mut one) = ask(day, client, *port, path, key).await?;
        if status != 200 {
            day.fault(format!("{path}: {status} {}", one["error"]["code"]));
            return None;
        }
        // Clocks run on between the two requests.
        one.as_object_mut().and_then(|fields| fields.remove("clock"));
        shown.push(one);
    }
    let (other, one) = (shown.pop()?, shown.pop()?);
    if one != other {
        day.fault(format!("two servers answer differently: {path}"));
        return None;
    }
    Some(one)
}

/// Makes a client for each server: from this machine, which has no rate limits.
fn clients() -> [Client; 2] {
    [0, 1].map(|_| Client::new("127.0.0.1"))
}

/// Percent-encodes a text for a query.
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
    fn a_query_is_percent_encoded() {
        assert_eq!(quoted("a game:x,y=2"), "a%20game%3Ax%2Cy%3D2");
    }
}
