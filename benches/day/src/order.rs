use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::day::Restraint;
use crate::person::{Person, RUDE_EVERY};
use crate::seat::RUDE;

/// How often a moderator looks at what people complain of.
const LOOK: Duration = Duration::from_secs(2);
/// How often it is looked whether something that was asked for has been done.
const TRIES: usize = 30;

/// What is done with whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Mute,
    Ban,
    Rename,
}

/// Keeps order until the day is over: reads the complaints, each with what was said, does something about them, and closes them.
pub async fn keep(mut moderator: Person) -> Person {
    if !moderator.confirm().await {
        return moderator;
    }
    let day = moderator.day.clone();
    let mut last = false;
    loop {
        let open = moderator.browser.read("/api/complaints", None).await;
        let complaints = open.map(|open| open["complaints"].as_array().cloned().unwrap_or_default());
        for complaint in complaints.unwrap_or_default() {
            look_into(&mut moderator, &complaint).await;
        }
        if last {
            return moderator;
        }
        // What was complained of at the very end is read, too.
        last = day.is_over();
        if !last {
            sleep(LOOK).await;
        }
    }
}

/// Reads a complaint, and does what is to be done.
async fn look_into(moderator: &mut Person, complaint: &Value) {
    let day = moderator.day.clone();
    let number = complaint["number"].clone();
    let Some(heard) = moderator.browser.sure("GET", &format!("/api/complaints/{number}"), None, None).await
    else {
        return;
    };
    let shown = heard.answer.json();
    if heard.answer.status != 200 {
        return day.fault(format!("complaint {number} is listed and not shown: {}", heard.answer.code()));
    }
    let talk = shown["talk"].as_array().cloned().unwrap_or_default();
    if complaint["kind"] == "talk" && !talk.iter().any(|line| line["text"] == RUDE) {
        day.fault(format!("complaint {number} does not show what was said"));
    }
    let name = complaint["subject"]["name"].as_str().unwrap_or("").to_owned();
    let Some(person) = day.person(&name) else { return close(moderator, &number, "Nobody is known so").await };
    let known = day.known(person);
    // Somebody else may be at it.
    let free = known.muted == Restraint::Free && known.banned == Restraint::Free && known.renaming.is_none();
    // Each of the rude gets another answer than the next.
    let turn = person / RUDE_EVERY % 4;
    let act = match turn {
        0 | 1 => Act::Mute,
        2 if !known.name.starts_with("Renamed") => Act::Rename,
        2 => Act::Mute,
        _ => Act::Ban,
    };
    if free {
        act_on(moderator, act, person, &number).await;
    } else if known.muted == Restraint::Stands && turn == 1 && known.banned == Restraint::Free {
        act_on(moderator, Act::Ban, person, &number).await;
    }
    close(moderator, &number, "It was looked into").await;
}

/// Does something with somebody.
async fn act_on(moderator: &mut Person, act: Act, person: usize, number: &Value) {
    let day = moderator.day.clone();
    let name = day.name(person);
    let new = format!("Renamed {person}");
    {
        let mut people = day.people.borrow_mut();
        let known = &mut people[person];
        match act {
            Act::Mute => known.muted = Restraint::Asked,
            Act::Ban => known.banned = Restraint::Asked,
            Act::Rename => known.renaming = Some(new.clone()),
        }
    }
    let (kind, mut body) = match act {
        Act::Mute => ("mute", json!({ "days": 2 })),
        Act::Ban => ("ban", json!({})),
        Act::Rename => ("rename", json!({ "name": new })),
    };
    body["act"] = kind.into();
    body["person"] = name.into();
    body["complaint"] = number.clone();
    if !measure(moderator, kind, body).await {
        return;
    }
    let mut people = day.people.borrow_mut();
    let known = &mut people[person];
    match act {
        Act::Mute => known.muted = Restraint::Stands,
        Act::Ban => known.banned = Restraint::Stands,
        Act::Rename => {
            known.name = new;
            known.renaming = None;
        }
    }
}

async fn close(moderator: &mut Person, number: &Value, why: &str) {
    let body = json!({ "act": "close", "complaint": number, "reason": why });
    measure(moderator, "close", body).await;
}

/// Takes a measure, once however often that must be said: where an answer is lost, the log tells whether it was done.
async fn measure(moderator: &mut Person, kind: &str, mut body: Value) -> bool {
    let day = moderator.day.clone();
    let reason =
        format!("{kind} {} by {}, {}", body["complaint"], moderator.number, moderator.random.below(1 << 40));
    body["reason"] = reason.as_str().into();
    for _ in 0..TRIES {
        let answer = moderator.browser.once("POST", "/api/measures", None, Some(&body)).await;
        match answer.map(|answer| (answer.status, answer.code())) {
            Some((201, _)) => {
                day.measures.borrow_mut().push((kind.to_owned(), reason));
                return true;
            }
            // Two moderators look at the same complaint.
            Some((404, code)) if code == "no-complaint" => return false,
            Some((403, code)) if code == "prove" => {
                if !moderator.confirm().await {
                    return false;
                }
            }
            Some((status, code)) if status < 500 && status != 429 => {
                day.fault(format!("a measure is refused: {status} {code}: {body}"));
                return false;
            }
            _ => {
                sleep(LOOK).await;
                if logged(moderator).await.iter().any(|entry| entry["reason"] == *reason) {
                    day.measures.borrow_mut().push((kind.to_owned(), reason));
                    return true;
                }
            }
        }
    }
    day.fault(format!("a measure is not taken: {body}"));
    false
}

/// Reads the log whole.
pub async fn logged(moderator: &mut Person) -> Vec<Value> {
    pages(moderator, "/api/measures", "before", "measures").await
}

/// Reads all complaints of a state.
pub async fn complaints(moderator: &mut Person, state: &str) -> Vec<Value> {
    pages(moderator, &format!("/api/complaints?state={state}"), "after", "complaints").await
}

async fn pages(moderator: &mut Person, path: &str, from: &str, name: &str) -> Vec<Value> {
    let (mut all, mut at) = (Vec::new(), path.to_owned());
    while let Some(mut told) = moderator.browser.read(&at, None).await {
        if let Some(page) = told[name].as_array_mut() {
            all.append(page);
        }
        let Some(next) = told["next"].as_u64() else { break };
        at = format!("{path}{}{from}={next}", if path.contains('?') { '&' } else { '?' });
    }
    all
}
