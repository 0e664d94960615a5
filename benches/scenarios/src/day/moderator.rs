use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::seat::RUDE;
use super::state::Sanction;
use super::user::{RUDE_USERS, User};
use crate::http::list;

const POLL_INTERVAL: Duration = Duration::from_secs(2);
const ATTEMPTS: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Mute,
    Ban,
    Rename,
}

pub async fn moderate(mut moderator: User) -> User {
    if !moderator.confirm().await {
        return moderator;
    }
    let day = moderator.day.clone();
    let mut is_last = false;
    loop {
        let open = moderator.browser.read("/api/complaints", None).await.unwrap_or_default();
        for complaint in list(&open["complaints"]) {
            handle_report(&mut moderator, complaint).await;
        }
        if is_last {
            return moderator;
        }
        // Handles reports one last time after the simulated day is over.
        is_last = day.is_over.get();
        if !is_last {
            sleep(POLL_INTERVAL).await;
        }
    }
}

async fn handle_report(moderator: &mut User, complaint: &Value) {
    let day = moderator.day.clone();
    let number = &complaint["number"];
    let shown = moderator.browser.send_reliably("GET", &format!("/api/complaints/{number}"), None, None).await;
    let Some(response) = shown else { return };
    if response.status != 200 {
        return day.fault(format!("report {number} is listed but inaccessible: {}", response.code()));
    }
    let is_shown = list(&response.json()["talk"]).iter().any(|line| line["text"] == RUDE);
    if complaint["kind"] == "talk" && !is_shown {
        day.fault(format!("report {number} does not contain the chat message"));
    }
    let Some(user) = day.user(complaint["subject"]["name"].as_str().unwrap_or("")) else {
        return close(moderator, number, "Unknown user").await;
    };
    let known = day.known(user);
    let (is_muted, is_welcome) = (known.muted == Sanction::Active, known.banned == Sanction::None);
    // Another moderator could be handling the user.
    let is_free = known.muted == Sanction::None && is_welcome && known.renaming.is_none();
    let turn = user / RUDE_USERS % 4;
    let act = match turn {
        0 | 1 => Act::Mute,
        2 if !known.name.starts_with("Renamed") => Act::Rename,
        2 => Act::Mute,
        _ => Act::Ban,
    };
    if is_free {
        act_on(moderator, act, user, number).await;
    } else if is_muted && turn == 1 && is_welcome {
        act_on(moderator, Act::Ban, user, number).await;
    }
    close(moderator, number, "Reviewed").await;
}

async fn act_on(moderator: &mut User, act: Act, user: usize, number: &Value) {
    let day = moderator.day.clone();
    let (name, new) = (day.name(user), format!("Renamed {user}"));
    let note = |sanction: Sanction| {
        let known = &mut day.users.borrow_mut()[user];
        match (act, sanction) {
            (Act::Mute, _) => known.muted = sanction,
            (Act::Ban, _) => known.banned = sanction,
            (Act::Rename, Sanction::Active) => (known.name, known.renaming) = (new.clone(), None),
            (Act::Rename, _) => known.renaming = Some(new.clone()),
        }
    };
    note(Sanction::Requested);
    let (kind, mut body) = match act {
        Act::Mute => ("mute", json!({ "days": 2 })),
        Act::Ban => ("ban", json!({})),
        Act::Rename => ("rename", json!({ "name": new })),
    };
    body["act"] = kind.into();
    body["person"] = name.into();
    body["complaint"] = number.clone();
    if act_reliably(moderator, kind, body).await {
        note(Sanction::Active);
    }
}

async fn close(moderator: &mut User, number: &Value, why: &str) {
    let body = json!({ "act": "close", "complaint": number, "reason": why });
    act_reliably(moderator, "close", body).await;
}

/// Performs a moderation action exactly once: if there is no response, checks the moderation log before a retry.
async fn act_reliably(moderator: &mut User, kind: &str, mut body: Value) -> bool {
    let day = moderator.day.clone();
    let reason =
        format!("{kind} {} by {}, {}", body["complaint"], moderator.number, moderator.random.below(1 << 40));
    body["reason"] = reason.as_str().into();
    for _ in 0..ATTEMPTS {
        let answer = moderator.browser.send_once("POST", "/api/measures", None, Some(&body)).await;
        let is_done = match answer.map(|answer| (answer.status, answer.code())) {
            Some((201, _)) => true,
            // Another moderator has closed the report.
            Some((404, code)) if code == "no-complaint" => return false,
            Some((403, code)) if code == "prove" => {
                if !moderator.confirm().await {
                    return false;
                }
                continue;
            }
            Some((status, code)) if status < 500 && status != 429 => {
                day.fault(format!("a moderation action was refused: {status} {code}: {body}"));
                return false;
            }
            _ => {
                sleep(POLL_INTERVAL).await;
                log(moderator).await.iter().any(|entry| entry["reason"] == *reason)
            }
        };
        if is_done {
            day.tally.actions.borrow_mut().push((kind.to_owned(), reason));
            return true;
        }
    }
    day.fault(format!("a moderation action failed: {body}"));
    false
}

pub async fn log(moderator: &mut User) -> Vec<Value> {
    pages(moderator, "/api/measures?", "before", "measures").await
}

pub async fn complaints(moderator: &mut User, state: &str) -> Vec<Value> {
    pages(moderator, &format!("/api/complaints?state={state}"), "after", "complaints").await
}

async fn pages(moderator: &mut User, path: &str, from: &str, name: &str) -> Vec<Value> {
    let (mut all, mut at) = (Vec::new(), path.to_owned());
    while let Some(page) = moderator.browser.read(&at, None).await {
        all.extend_from_slice(list(&page[name]));
        let Some(next) = page["next"].as_u64() else { break };
        at = format!("{path}&{from}={next}");
    }
    all
}
