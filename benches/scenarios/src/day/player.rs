use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::plan::{Behaviour, Meeting, Next, Plan, Ticket};
use super::seat::Seat;
use super::state::Sanction;
use super::user::User;
use crate::http::list;
use crate::socket::Message;

const PAUSE: Duration = Duration::from_millis(500);
const MATCH_TIMEOUT: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(1_500);
const SHORT_PAUSE: Duration = Duration::from_millis(200);

pub async fn play_on(mut user: User) {
    loop {
        let day = user.day.clone();
        if day.known(user.number).banned == Sanction::Active {
            return check_ban(user).await;
        }
        let ticket = match day.matchmaker.next(user.number, day.book.by_seeks.get()) {
            Next::Play(ticket) => ticket,
            Next::Wait => {
                sleep(PAUSE).await;
                continue;
            }
            Next::Over => return,
        };
        let found = find(&mut user, &ticket).await;
        let mut behaviour = Behaviour::random(ticket.plan.pace, &mut user.random);
        if user.is_rude() {
            behaviour.speaks = Some(user.random.below(3));
        }
        let seat = match &found {
            Some(pass) => Seat::take(&mut user, pass, behaviour, false).await,
            None => None,
        };
        day.matchmaker.done(&ticket);
        if let Some(seat) = seat {
            seat.play().await;
        }
    }
}

/// Checks that a banned user cannot use the site.
async fn check_ban(mut user: User) {
    let (day, name) = (user.day.clone(), user.name());
    if user.account().await.is_some() {
        day.fault(format!("{name} is banned but has a session"));
    }
    let (spec, pace) = (day.registry.games()[0], "live spare=3m extra=2s");
    for (path, body) in [
        ("/api/seeks", json!({ "spec": spec, "pace": pace, "rated": true, "key": user.key() })),
        ("/api/complaints", json!({ "about": "person", "person": day.name(0), "text": "Why?" })),
        (
            "/api/tournaments",
            json!({ "name": "Mine", "kind": "swiss", "length": 3, "spec": spec, "pace": pace, "terms": {} }),
        ),
    ] {
        let Some(response) = user.browser.post(path, None, &body).await else { return };
        match response.status {
            401 | 403 => day.count_refusal(true),
            status => day.fault(format!("{name} is banned, but POST {path} returned {status}")),
        }
    }
    loop {
        match user.sign_in_once().await {
            Err((403, code)) if code == "banned" => return day.count_refusal(true),
            // The response to the first attempt was lost; a passkey assertion is accepted only once.
            Err((503, _)) => sleep(PAUSE).await,
            other => return day.fault(format!("{name} is banned, but signing in returned {other:?}")),
        }
    }
}

async fn find(user: &mut User, ticket: &Ticket) -> Option<String> {
    let table = &ticket.table;
    match (ticket.plan.meeting, ticket.is_first) {
        (Meeting::Now, _) | (Meeting::Take, true) => seek(user, ticket, None).await,
        (Meeting::Take, false) => look_and_take(user, ticket).await,
        (Meeting::Challenge, true) => answer_challenge(user, ticket).await,
        (Meeting::Challenge, false) => {
            until(|| table.waits.get() || table.gone.get()).await;
            let name = user.day.name(table.first.get()?);
            if table.gone.get() { None } else { seek(user, ticket, Some(name)).await }
        }
    }
}

async fn until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() && begun.elapsed() < MATCH_TIMEOUT {
        sleep(SHORT_PAUSE).await;
    }
}

/// Creates a seek, and waits for an opponent unless the game starts immediately.
async fn seek(user: &mut User, ticket: &Ticket, opponent: Option<String>) -> Option<String> {
    let (key, Plan { spec, pace, enforcement, rated, .. }) = (user.key(), &ticket.plan);
    let mut body = json!({ "spec": spec, "pace": pace, "degree": enforcement, "rated": rated, "key": key });
    if let Some(name) = &opponent {
        body["opponent"] = name.as_str().into();
    }
    let response = user.browser.post("/api/seeks", None, &body).await?;
    match (response.status, &*response.code()) {
        (200, _) => return Some(key),
        (201, _) => {}
        // An earlier request was processed, but its response was lost.
        (409, "taken") if response.is_repeated => {}
        // The opponent was renamed.
        (422, "nobody") if opponent.is_some() => return None,
        (status, code) => {
            // Banned users are refused.
            if user.day.is_welcome(user.number) {
                user.day.fault(format!("a seek was refused: {status} {code}: {body}"));
            }
            return None;
        }
    }
    let seek = response.json()["seek"].as_str().map(str::to_owned);
    *ticket.table.seek.borrow_mut() = seek.clone();
    if wait(user, &key, opponent.is_some()).await {
        return Some(key);
    }
    if let Some(seek) = seek {
        user.browser.post(&format!("/api/seeks/{seek}/withdrawal"), None, &json!({ "key": key })).await?;
    }
    // An opponent may have accepted just before the withdrawal.
    has_begun(user, &key).await.then_some(key)
}

async fn has_begun(user: &mut User, key: &str) -> bool {
    let response = user.browser.send_reliably("GET", "/api/game", Some(key), None).await;
    response.is_some_and(|response| response.status == 200)
}

/// Waits on the lobby's WebSocket or by polling until an opponent accepts; returns whether one has accepted.
async fn wait(user: &mut User, key: &str, is_challenge: bool) -> bool {
    let (begin, by_socket) = (Instant::now(), !user.random.one_in(4));
    while begin.elapsed() < MATCH_TIMEOUT {
        if has_begun(user, key).await {
            return true;
        }
        if is_challenge {
            // Detects a declined challenge.
            let own = user.browser.read("/api/challenges", None).await;
            if own.is_none_or(|own| list(&own["seeks"]).is_empty()) {
                return has_begun(user, key).await;
            }
        }
        let socket = if by_socket { user.browser.open("/api/lobby").await } else { None };
        let Some(mut socket) = socket else {
            sleep(POLL_INTERVAL).await;
            continue;
        };
        if socket.send(Message::text(json!({ "hold": [key] }).to_string())).await.is_err() {
            continue;
        }
        let until = Instant::now() + if is_challenge { POLL_INTERVAL } else { 10 * POLL_INTERVAL };
        while let Ok(Some(Ok(response))) =
            timeout(until.saturating_duration_since(Instant::now()), socket.next()).await
        {
            let Message::Text(text) = response else { continue };
            let news: Value = serde_json::from_str(&text).unwrap_or_default();
            if news["type"] == "taken" && has_begun(user, key).await {
                return true;
            }
        }
    }
    false
}

async fn look_and_take(user: &mut User, ticket: &Ticket) -> Option<String> {
    let table = &ticket.table;
    until(|| table.seek.borrow().is_some() || table.gone.get()).await;
    let wanted = table.seek.borrow().clone()?;
    let begin = Instant::now();
    while begin.elapsed() < MATCH_TIMEOUT && !table.gone.get() {
        if is_listed(user, &wanted).await {
            return accept_seek(user, &wanted).await;
        }
        sleep(POLL_INTERVAL).await;
    }
    None
}

async fn is_listed(user: &mut User, wanted: &str) -> bool {
    let mut path = "/api/seeks".to_owned();
    loop {
        let Some(page) = user.browser.read(&path, None).await else { return false };
        if list(&page["seeks"]).iter().any(|seek| seek["seek"] == wanted) {
            return true;
        }
        let Some(next) = page["next"].as_str() else { return false };
        path = format!("/api/seeks?after={next}");
    }
}

async fn accept_seek(user: &mut User, seek: &str) -> Option<String> {
    let key = user.key();
    let response = user.browser.post("/api/seeks/take", None, &json!({ "seek": seek, "key": key })).await?;
    match (response.status, &*response.code()) {
        (200, _) => return Some(key),
        (409, "taken") => {}
        (status, code) if user.day.is_welcome(user.number) => {
            user.day.fault(format!("accepting a seek was refused: {status} {code}"));
        }
        _ => {}
    }
    None
}

/// Waits for a challenge, and accepts or sometimes declines it.
async fn answer_challenge(user: &mut User, ticket: &Ticket) -> Option<String> {
    ticket.table.waits.set(true);
    let begin = Instant::now();
    while begin.elapsed() < MATCH_TIMEOUT {
        let own = user.browser.read("/api/challenges", None).await?;
        let name = user.name();
        if let Some(seek) = list(&own["seeks"]).iter().find(|seek| seek["opponent"] == *name) {
            let seek = seek["seek"].as_str()?;
            if user.random.one_in(12) {
                user.browser.post(&format!("/api/seeks/{seek}/withdrawal"), None, &json!({})).await?;
                return None;
            }
            return accept_seek(user, seek).await;
        }
        sleep(POLL_INTERVAL).await;
    }
    None
}
