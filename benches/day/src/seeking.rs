use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use load::socket::Said;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::desk::Ticket;
use crate::menu::{Meeting, Plan};
use crate::person::Person;

/// How long somebody waits for an opponent.
const LONGEST: Duration = Duration::from_secs(60);
/// How often it is looked whether one has come.
const LOOK: Duration = Duration::from_millis(1_500);
/// How long two wait for each other at their table.
const MOMENT: Duration = Duration::from_millis(200);

/// Finds a game by a ticket, in one of the ways in which people find each other; returns what opens it.
pub async fn find(person: &mut Person, ticket: &Ticket) -> Option<String> {
    match (ticket.plan.meeting, ticket.is_first) {
        (Meeting::Now, _) => wish(person, ticket, None).await,
        (Meeting::Take, true) => wish(person, ticket, None).await,
        (Meeting::Take, false) => look_and_take(person, ticket).await,
        (Meeting::Challenge, true) => answer_challenge(person, ticket).await,
        (Meeting::Challenge, false) => {
            let waits = || ticket.table.waits.get() || ticket.table.gone.get();
            until(waits).await;
            let first = ticket.table.first.get()?;
            let name = person.day.name(first);
            if ticket.table.gone.get() { None } else { wish(person, ticket, Some(name)).await }
        }
    }
}

async fn until(so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !so() && begun.elapsed() < LONGEST {
        sleep(MOMENT).await;
    }
}

fn wished(plan: &Plan, key: &str, opponent: Option<&str>) -> Value {
    let mut wish = json!({
        "spec": plan.spec, "pace": plan.pace, "degree": plan.degree, "rated": plan.rated, "key": key,
    });
    if let Some(name) = opponent {
        wish["opponent"] = name.into();
    }
    wish
}

/// Wishes a game: it begins at once, or whoever wishes it waits for somebody.
async fn wish(person: &mut Person, ticket: &Ticket, opponent: Option<String>) -> Option<String> {
    let key = person.key();
    let body = wished(&ticket.plan, &key, opponent.as_deref());
    let heard = person.browser.sure("POST", "/api/seeks", None, Some(&body)).await?;
    let told = heard.answer.json();
    match (heard.answer.status, &*heard.answer.code()) {
        (200, _) => return Some(key),
        (201, _) => {}
        // It was heard before, and the answer lost.
        (409, "taken") if heard.repeated => {}
        // They are called otherwise by now.
        (422, "nobody") if opponent.is_some() => return None,
        // Who was banned meanwhile is nobody to play with.
        (status, code) => {
            if person.day.known(person.number).banned == crate::day::Restraint::Free {
                person.day.fault(format!("a seek is refused: {status} {code}: {body}"));
            }
            return None;
        }
    }
    let seek = told["seek"].as_str().map(str::to_owned);
    *ticket.table.seek.borrow_mut() = seek.clone();
    if wait_for_somebody(person, &key, opponent.is_some()).await {
        return Some(key);
    }
    let Some(seek) = seek else { return begun(person, &key).await.then_some(key) };
    let path = format!("/api/seeks/{seek}/withdrawal");
    person.browser.sure("POST", &path, None, Some(&json!({ "key": key }))).await?;
    // Somebody may have come at the last moment.
    begun(person, &key).await.then_some(key)
}

/// Tells whether a key opens a game.
async fn begun(person: &mut Person, key: &str) -> bool {
    let heard = person.browser.sure("GET", "/api/game", Some(key), None).await;
    heard.is_some_and(|heard| heard.answer.status == 200)
}

/// Holds a seek until somebody has come, over the lobby's socket or by asking; tells whether somebody has.
async fn wait_for_somebody(person: &mut Person, key: &str, is_challenge: bool) -> bool {
    let (begin, by_socket) = (Instant::now(), !person.random.one_in(4));
    while begin.elapsed() < LONGEST {
        if begun(person, key).await {
            return true;
        }
        if is_challenge && !stands(person).await {
            return begun(person, key).await;
        }
        let socket = if by_socket { person.browser.open("/api/lobby").await } else { None };
        let Some(mut socket) = socket else {
            sleep(LOOK).await;
            continue;
        };
        if socket.send(Said::text(json!({ "hold": [key] }).to_string())).await.is_err() {
            continue;
        }
        let until = Instant::now() + if is_challenge { LOOK } else { 10 * LOOK };
        while let Ok(Some(Ok(heard))) =
            timeout(until.saturating_duration_since(Instant::now()), socket.next()).await
        {
            let Said::Text(text) = heard else { continue };
            let news: Value = serde_json::from_str(&text).unwrap_or_default();
            if news["type"] == "taken" && begun(person, key).await {
                return true;
            }
        }
    }
    false
}

/// Tells whether a challenge of theirs waits for an answer.
async fn stands(person: &mut Person) -> bool {
    let told = person.browser.read("/api/challenges", None).await;
    told.is_some_and(|told| told["seeks"].as_array().is_some_and(|seeks| !seeks.is_empty()))
}

/// Looks through the list for what the other has offered, and takes it.
async fn look_and_take(person: &mut Person, ticket: &Ticket) -> Option<String> {
    let table = &ticket.table;
    until(|| table.seek.borrow().is_some() || table.gone.get()).await;
    let wanted = table.seek.borrow().clone()?;
    let begin = Instant::now();
    while begin.elapsed() < LONGEST && !table.gone.get() {
        if listed(person, &wanted).await {
            return take(person, &wanted).await;
        }
        sleep(LOOK).await;
    }
    None
}

async fn listed(person: &mut Person, wanted: &str) -> bool {
    let mut path = "/api/seeks".to_owned();
    loop {
        let Some(told) = person.browser.read(&path, None).await else { return false };
        if told["seeks"].as_array().is_some_and(|seeks| seeks.iter().any(|seek| seek["seek"] == wanted)) {
            return true;
        }
        let Some(next) = told["next"].as_str() else { return false };
        path = format!("/api/seeks?after={next}");
    }
}

async fn take(person: &mut Person, seek: &str) -> Option<String> {
    let key = person.key();
    let body = json!({ "seek": seek, "key": key });
    let heard = person.browser.sure("POST", "/api/seeks/take", None, Some(&body)).await?;
    match (heard.answer.status, &*heard.answer.code()) {
        (200, _) => Some(key),
        (409, "taken") => None,
        (status, code) => {
            if person.day.known(person.number).banned == crate::day::Restraint::Free {
                person.day.fault(format!("a seek is not given: {status} {code}"));
            }
            None
        }
    }
}

/// Waits to be challenged, and accepts, or declines once in a while.
async fn answer_challenge(person: &mut Person, ticket: &Ticket) -> Option<String> {
    ticket.table.waits.set(true);
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        let told = person.browser.read("/api/challenges", None).await?;
        let name = person.name();
        let seeks = told["seeks"].as_array().cloned().unwrap_or_default();
        if let Some(seek) = seeks.iter().find(|seek| seek["opponent"] == *name) {
            let seek = seek["seek"].as_str()?;
            if person.random.one_in(12) {
                let path = format!("/api/seeks/{seek}/withdrawal");
                person.browser.sure("POST", &path, None, Some(&json!({}))).await?;
                return None;
            }
            return take(person, seek).await;
        }
        sleep(LOOK).await;
    }
    None
}
