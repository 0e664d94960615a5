use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::person::{Person, RUDE_EVERY};
use super::seat::RUDE;
use super::state::Sanction;
use crate::http::list;

/// How often a moderator looks for complaints.
const LOOK: Duration = Duration::from_secs(2);
const TRIES: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Mute,
    Ban,
    Rename,
}

pub async fn moderate(mut moderator: Person) -> Person {
    if !moderator.confirm().await {
        return moderator;
    }
    let day = moderator.day.clone();
    let mut is_last = false;
    loop {
        let open = moderator.browser.read("/api/complaints", None).await.unwrap_or_default();
        for complaint in list(&open["complaints"]) {
            look_into(&mut moderator, complaint).await;
        }
        if is_last {
            return moderator;
        }
        // Complaints that come at the very end are read, too.
        is_last = day.is_over.get();
        if !is_last {
            sleep(LOOK).await;
        }
    }
}

async fn look_into(moderator: &mut Person, complaint: &Value) {
    let day = moderator.day.clone();
    let number = &complaint["number"];
    let shown = moderator.browser.sure("GET", &format!("/api/complaints/{number}"), None, None).await;
    let Some(heard) = shown else { return };
    if heard.status() != 200 {
        return day.fault(format!("complaint {number} is listed and not shown: {}", heard.code()));
    }
    let is_shown = list(&heard.answer.json()["talk"]).iter().any(|line| line["text"] == RUDE);
    if complaint["kind"] == "talk" && !is_shown {
        day.fault(format!("complaint {number} does not show the chat message"));
    }
    let Some(person) = day.person(complaint["subject"]["name"].as_str().unwrap_or("")) else {
        return close(moderator, number, "Nobody is known so").await;
    };
    let known = day.known(person);
    let (is_muted, is_welcome) = (known.muted == Sanction::Active, known.banned == Sanction::None);
    // Another moderator may be acting.
    let is_free = known.muted == Sanction::None && is_welcome && known.renaming.is_none();
    // Each rude person gets another action than the next.
    let turn = person / RUDE_EVERY % 4;
    let act = match turn {
        0 | 1 => Act::Mute,
        2 if !known.name.starts_with("Renamed") => Act::Rename,
        2 => Act::Mute,
        _ => Act::Ban,
    };
    if is_free {
        act_on(moderator, act, person, number).await;
    } else if is_muted && turn == 1 && is_welcome {
        act_on(moderator, Act::Ban, person, number).await;
    }
    close(moderator, number, "It was looked into").await;
}

async fn act_on(moderator: &mut Person, act: Act, person: usize, number: &Value) {
    let day = moderator.day.clone();
    let (name, new) = (day.name(person), format!("Renamed {person}"));
    let note = |sanction: Sanction| {
        let known = &mut day.people.borrow_mut()[person];
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
    if take(moderator, kind, body).await {
        note(Sanction::Active);
    }
}

async fn close(moderator: &mut Person, number: &Value, why: &str) {
    let body = json!({ "act": "close", "complaint": number, "reason": why });
    take(moderator, "close", body).await;
}

/// Takes a moderation action once, however often it must be sent: if an answer is lost, the log shows whether it was done.
async fn take(moderator: &mut Person, kind: &str, mut body: Value) -> bool {
    let day = moderator.day.clone();
    let reason =
        format!("{kind} {} by {}, {}", body["complaint"], moderator.number, moderator.random.below(1 << 40));
    body["reason"] = reason.as_str().into();
    for _ in 0..TRIES {
        let answer = moderator.browser.once("POST", "/api/measures", None, Some(&body)).await;
        let is_taken = match answer.map(|answer| (answer.status, answer.code())) {
            Some((201, _)) => true,
            // Two moderators look at the same complaint.
            Some((404, code)) if code == "no-complaint" => return false,
            Some((403, code)) if code == "prove" => {
                if !moderator.confirm().await {
                    return false;
                }
                continue;
            }
            Some((status, code)) if status < 500 && status != 429 => {
                day.fault(format!("a moderation action is refused: {status} {code}: {body}"));
                return false;
            }
            _ => {
                sleep(LOOK).await;
                log(moderator).await.iter().any(|entry| entry["reason"] == *reason)
            }
        };
        if is_taken {
            day.actions.borrow_mut().push((kind.to_owned(), reason));
            return true;
        }
    }
    day.fault(format!("a moderation action is not taken: {body}"));
    false
}

pub async fn log(moderator: &mut Person) -> Vec<Value> {
    pages(moderator, "/api/measures?", "before", "measures").await
}

pub async fn complaints(moderator: &mut Person, state: &str) -> Vec<Value> {
    pages(moderator, &format!("/api/complaints?state={state}"), "after", "complaints").await
}

async fn pages(moderator: &mut Person, path: &str, from: &str, name: &str) -> Vec<Value> {
    let (mut all, mut at) = (Vec::new(), path.to_owned());
    while let Some(page) = moderator.browser.read(&at, None).await {
        all.extend_from_slice(list(&page[name]));
        let Some(next) = page["next"].as_u64() else { break };
        at = format!("{path}&{from}={next}");
    }
    all
}
