//! Verifies the results of the simulated day against the acknowledged events, and recomputes ratings and standings.

mod games;
mod ratings;
mod tournaments;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use super::deployment::Deployment;
use super::moderator::{complaints, log};
use super::state::{Day, Sanction};
use super::user::User;
use crate::http::{Client, Request};
use games::FinishedGame;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
const ATTEMPTS: usize = 5;
const RETRY_PAUSE: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Findings {
    games: Vec<FinishedGame>,
    pub figures: Vec<(String, String)>,
}

impl Findings {
    fn count(&mut self, what: &str, figure: impl ToString) {
        self.figures.push((what.to_owned(), figure.to_string()));
    }
}

pub async fn run(day: &Rc<Day>, deployment: &Deployment, moderator: &mut User) -> Findings {
    let mut findings = Findings::default();
    eprintln!("day: reading every game from both servers");
    games::check(day, &mut findings).await;
    eprintln!("day: recomputing ratings");
    ratings::check(day, &deployment.cluster.backing.database(), &mut findings).await;
    tournaments::check(day, &mut findings).await;
    check_moderation(day, moderator, &mut findings).await;
    eprintln!("day: entourage verify");
    match deployment.verify() {
        Ok(text) => findings.count("`entourage verify`", text.lines().last().unwrap_or("no output")),
        Err(problem) => day.fault(format!("entourage verify: {problem}")),
    }
    day.unexcused().into_iter().for_each(|problem| day.fault(problem));
    findings
}

/// Compares the moderation log and the reports with the acknowledged requests.
async fn check_moderation(day: &Day, moderator: &mut User, findings: &mut Findings) {
    let log = log(moderator).await;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (kind, reason) in day.tally.actions.borrow().iter() {
        *counts.entry(kind.clone()).or_default() += 1;
        if !log.iter().any(|entry| entry["kind"] == *kind && entry["reason"] == *reason) {
            day.fault(format!("a moderation action is missing from the log: {kind}, {reason}"));
        }
    }
    let (open, closed) = (complaints(moderator, "open").await, complaints(moderator, "closed").await);
    let made = day.tally.complaints.borrow().clone();
    for text in &made {
        if !open.iter().chain(&closed).any(|complaint| complaint["text"] == **text) {
            day.fault(format!("a report is lost: {text}"));
        }
    }
    if !open.is_empty() {
        day.fault(format!("{} reports are still open", open.len()));
    }
    for (number, known) in day.users.borrow().iter().enumerate() {
        let subject = closed.iter().find(|complaint| complaint["subject"]["name"] == *known.name);
        let Some(subject) = subject.map(|complaint| &complaint["subject"]) else { continue };
        for (what, sanction) in [("mute", known.muted), ("ban", known.banned)] {
            if (sanction == Sanction::Active) == subject[what].is_null() {
                let shown = &subject[what];
                day.fault(format!("user {number} is shown with {what} {shown} instead of {sanction:?}"));
            }
        }
    }
    let [muted, banned, renamed] = ["mute", "ban", "rename"].map(|kind| counts.get(kind).copied().unwrap_or(0));
    findings.count("reports acknowledged and closed", made.len());
    findings.count("muted, banned, renamed", format!("{muted}, {banned}, {renamed}"));
    let [to_muted, to_banned] = [0, 1].map(|kind| day.tally.refusals[kind].get());
    findings.count("requests refused to muted users, to banned users", format!("{to_muted}, {to_banned}"));
    for (what, number) in [("muted", muted), ("banned", banned)] {
        if number == 0 && day.matchmaker.wanted >= 500 {
            day.fault(format!("no user was {what}"));
        }
    }
}

/// Sends a request to one server, bypassing the proxy; reports a fault if there is no response.
async fn ask(day: &Day, client: &mut Client, path: &str, key: Option<&str>) -> Option<(u16, Value)> {
    for _ in 0..ATTEMPTS {
        match client.within(REQUEST_TIMEOUT, &Request::new(path, key, None)).await {
            Some(answer) if answer.status < 500 && answer.status != 429 => {
                return Some((answer.status, answer.json()));
            }
            _ => {
                client.disconnect();
                sleep(RETRY_PAUSE).await;
            }
        }
    }
    day.fault(format!("a server did not respond to {path}"));
    None
}

/// Sends a request to both servers; reports a fault if the responses differ.
async fn both(day: &Day, clients: &mut [Client], path: &str, key: Option<&str>) -> Option<Value> {
    let mut shown = Vec::new();
    for client in clients {
        let (status, mut one) = ask(day, client, path, key).await?;
        if status != 200 {
            day.fault(format!("{path}: {status} {}", one["error"]["code"]));
            return None;
        }
        // The game clock advances between the two requests.
        one.as_object_mut().and_then(|fields| fields.remove("clock"));
        shown.push(one);
    }
    let (other, one) = (shown.pop()?, shown.pop()?);
    if one != other {
        day.fault(format!("the servers respond differently to {path}"));
        return None;
    }
    Some(one)
}

fn clients(day: &Day) -> Vec<Client> {
    crate::http::clients(&day.ports, "127.0.0.1")
}

/// Percent-encodes a query value.
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
