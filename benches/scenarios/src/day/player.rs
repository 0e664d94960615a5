use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::person::Person;
use super::plan::{Manner, Meeting, Next, Plan, Ticket};
use super::seat::Seat;
use super::state::Sanction;
use crate::http::list;
use crate::socket::Message;

const PAUSE: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(1_500);
const MOMENT: Duration = Duration::from_millis(200);

/// Plays one game after another until there are as many as wanted.
pub async fn play_on(mut person: Person) {
    loop {
        let day = person.day.clone();
        if day.known(person.number).banned == Sanction::Active {
            return be_banned(person).await;
        }
        let ticket = match day.desk.next(person.number, day.book.by_seeks.get()) {
            Next::Play(ticket) => ticket,
            Next::Wait => {
                sleep(PAUSE).await;
                continue;
            }
            Next::Over => return,
        };
        let found = find(&mut person, &ticket).await;
        let mut manner = Manner::draw(ticket.plan.pace, &mut person.random);
        if person.is_rude() {
            manner.speaks = Some(person.random.below(3));
        }
        let seat = match &found {
            Some(pass) => Seat::take(&mut person, pass, manner, false).await,
            None => None,
        };
        day.desk.done(&ticket);
        if let Some(seat) = seat {
            seat.play().await;
        }
    }
}

/// Checks that a banned person can do nothing under their name.
async fn be_banned(mut person: Person) {
    let (day, name) = (person.day.clone(), person.name());
    if person.account().await.is_some() {
        day.fault(format!("{name} is banned, and their session lives"));
    }
    let (spec, pace) = (day.registry.games()[0], "live spare=3m extra=2s");
    for (path, body) in [
        ("/api/seeks", json!({ "spec": spec, "pace": pace, "rated": true, "key": person.key() })),
        ("/api/complaints", json!({ "about": "person", "person": day.name(0), "text": "Why?" })),
        (
            "/api/tournaments",
            json!({ "name": "Mine", "kind": "swiss", "length": 3, "spec": spec, "pace": pace, "terms": {} }),
        ),
    ] {
        let Some(heard) = person.browser.post(path, None, &body).await else { return };
        match heard.status() {
            401 | 403 => day.count_refusal(true),
            status => day.fault(format!("{name} is banned, and POST {path} is answered {status}")),
        }
    }
    loop {
        match person.sign_in_once().await {
            Err((403, code)) if code == "banned" => return day.count_refusal(true),
            // A passkey's answer is accepted once, and the result was lost.
            Err((503, _)) => sleep(PAUSE).await,
            other => return day.fault(format!("{name} is banned, and signing in is answered {other:?}")),
        }
    }
}

async fn find(person: &mut Person, ticket: &Ticket) -> Option<String> {
    let table = &ticket.table;
    match (ticket.plan.meeting, ticket.is_first) {
        (Meeting::Now, _) | (Meeting::Take, true) => seek(person, ticket, None).await,
        (Meeting::Take, false) => look_and_take(person, ticket).await,
        (Meeting::Challenge, true) => answer_challenge(person, ticket).await,
        (Meeting::Challenge, false) => {
            until(|| table.waits.get() || table.gone.get()).await;
            let name = person.day.name(table.first.get()?);
            if table.gone.get() { None } else { seek(person, ticket, Some(name)).await }
        }
    }
}

async fn until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() && begun.elapsed() < LONGEST {
        sleep(MOMENT).await;
    }
}

/// Seeks a game: it begins at once, or the player waits for an opponent.
async fn seek(person: &mut Person, ticket: &Ticket, opponent: Option<String>) -> Option<String> {
    let (key, Plan { spec, pace, degree, rated, .. }) = (person.key(), &ticket.plan);
    let mut body = json!({ "spec": spec, "pace": pace, "degree": degree, "rated": rated, "key": key });
    if let Some(name) = &opponent {
        body["opponent"] = name.as_str().into();
    }
    let heard = person.browser.post("/api/seeks", None, &body).await?;
    match (heard.status(), &*heard.code()) {
        (200, _) => return Some(key),
        (201, _) => {}
        // An earlier request was handled, and the answer lost.
        (409, "taken") if heard.repeated => {}
        // The opponent has another name by now.
        (422, "nobody") if opponent.is_some() => return None,
        (status, code) => {
            // A person who was banned meanwhile is refused.
            if person.day.is_welcome(person.number) {
                person.day.fault(format!("a seek is refused: {status} {code}: {body}"));
            }
            return None;
        }
    }
    let seek = heard.answer.json()["seek"].as_str().map(str::to_owned);
    *ticket.table.seek.borrow_mut() = seek.clone();
    if wait(person, &key, opponent.is_some()).await {
        return Some(key);
    }
    if let Some(seek) = seek {
        person.browser.post(&format!("/api/seeks/{seek}/withdrawal"), None, &json!({ "key": key })).await?;
    }
    // An opponent may have come at the last moment.
    has_begun(person, &key).await.then_some(key)
}

/// Returns whether a key opens a game.
async fn has_begun(person: &mut Person, key: &str) -> bool {
    let heard = person.browser.sure("GET", "/api/game", Some(key), None).await;
    heard.is_some_and(|heard| heard.status() == 200)
}

/// Holds a seek until an opponent has come, over the lobby's socket or by requests; returns whether one has.
async fn wait(person: &mut Person, key: &str, is_challenge: bool) -> bool {
    let (begin, by_socket) = (Instant::now(), !person.random.one_in(4));
    while begin.elapsed() < LONGEST {
        if has_begun(person, key).await {
            return true;
        }
        if is_challenge {
            // The challenge may have been declined.
            let own = person.browser.read("/api/challenges", None).await;
            if own.is_none_or(|own| list(&own["seeks"]).is_empty()) {
                return has_begun(person, key).await;
            }
        }
        let socket = if by_socket { person.browser.open("/api/lobby").await } else { None };
        let Some(mut socket) = socket else {
            sleep(LOOK).await;
            continue;
        };
        if socket.send(Message::text(json!({ "hold": [key] }).to_string())).await.is_err() {
            continue;
        }
        let until = Instant::now() + if is_challenge { LOOK } else { 10 * LOOK };
        while let Ok(Some(Ok(heard))) =
            timeout(until.saturating_duration_since(Instant::now()), socket.next()).await
        {
            let Message::Text(text) = heard else { continue };
            let news: Value = serde_json::from_str(&text).unwrap_or_default();
            if news["type"] == "taken" && has_begun(person, key).await {
                return true;
            }
        }
    }
    false
}

async fn look_and_take(person: &mut Person, ticket: &Ticket) -> Option<String> {
    let table = &ticket.table;
    until(|| table.seek.borrow().is_some() || table.gone.get()).await;
    let wanted = table.seek.borrow().clone()?;
    let begin = Instant::now();
    while begin.elapsed() < LONGEST && !table.gone.get() {
        if is_listed(person, &wanted).await {
            return take(person, &wanted).await;
        }
        sleep(LOOK).await;
    }
    None
}

async fn is_listed(person: &mut Person, wanted: &str) -> bool {
    let mut path = "/api/seeks".to_owned();
    loop {
        let Some(page) = person.browser.read(&path, None).await else { return false };
        if list(&page["seeks"]).iter().any(|seek| seek["seek"] == wanted) {
            return true;
        }
        let Some(next) = page["next"].as_str() else { return false };
        path = format!("/api/seeks?after={next}");
    }
}

async fn take(person: &mut Person, seek: &str) -> Option<String> {
    let key = person.key();
    let heard = person.browser.post("/api/seeks/take", None, &json!({ "seek": seek, "key": key })).await?;
    match (heard.status(), &*heard.code()) {
        (200, _) => return Some(key),
        (409, "taken") => {}
        (status, code) if person.day.is_welcome(person.number) => {
            person.day.fault(format!("a seek is not given: {status} {code}"));
        }
        _ => {}
    }
    None
}

/// Waits to be challenged, and accepts, or declines once in a while.
async fn answer_challenge(person: &mut Person, ticket: &Ticket) -> Option<String> {
    ticket.table.waits.set(true);
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        let own = person.browser.read("/api/challenges", None).await?;
        let name = person.name();
        if let Some(seek) = list(&own["seeks"]).iter().find(|seek| seek["opponent"] == *name) {
            let seek = seek["seek"].as_str()?;
            if person.random.one_in(12) {
                person.browser.post(&format!("/api/seeks/{seek}/withdrawal"), None, &json!({})).await?;
                return None;
            }
            return take(person, seek).await;
        }
        sleep(LOOK).await;
    }
    None
}
