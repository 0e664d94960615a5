use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use super::plan::{Behaviour, Finish};
use super::seat::Seat;
use super::state::add;
use super::user::User;
use crate::http::list;

/// Interval at which players poll the tournament; not shorter, because each response contains all standings.
const POLL_INTERVAL: Duration = Duration::from_millis(1_500);
const TIMEOUT: Duration = Duration::from_secs(1_500);

pub struct Tournament {
    name: &'static str,
    kind: &'static str,
    pub entrants: usize,
    length: Option<u32>,
    spec: String,
    rated: bool,
    at: RefCell<Option<String>>,
    entered: Cell<usize>,
}

impl Tournament {
    /// Returns three tournaments with different formats and, if possible, different games.
    pub fn three(games: &[&'static str], users: usize) -> [Rc<Self>; 3] {
        let few = users < 100;
        let make = |number: usize, name, kind, entrants, length, rated| {
            let (spec, at, entered) =
                (games[number % games.len()].to_owned(), RefCell::default(), Cell::default());
            Rc::new(Self { name, kind, entrants, length, spec, rated, at, entered })
        };
        [
            make(0, "Round robin of the day", "round-robin", if few { 4 } else { 8 }, None, true),
            make(
                1,
                "Swiss of the day",
                "swiss",
                if few { 6 } else { 13 },
                Some(if few { 3 } else { 5 }),
                false,
            ),
            make(2, "Arena of the day", "arena", if few { 6 } else { 12 }, Some(5), true),
        ]
    }
}

/// Plays in a tournament until it ends; the first player organises it.
pub async fn take_part(user: &mut User, tournament: &Tournament, organises: bool) {
    let begun = Instant::now();
    if organises && create(user, tournament).await.is_none() {
        return user.day.fault(format!("{}: cannot create the tournament", tournament.name));
    }
    while tournament.at.borrow().is_none() && begun.elapsed() < TIMEOUT {
        sleep(POLL_INTERVAL).await;
    }
    let Some(at) = tournament.at.borrow().clone() else { return };
    let path = format!("/api/tournaments/{at}");
    let Some(response) = user.browser.post(&format!("{path}/entry"), None, &json!({})).await else { return };
    if response.status != 200 {
        return user.day.fault(format!("{}: a player cannot join: {}", tournament.name, response.code()));
    }
    add(&tournament.entered, 1);
    if organises {
        while tournament.entered.get() < tournament.entrants && begun.elapsed() < TIMEOUT {
            sleep(POLL_INTERVAL).await;
        }
        start(user, tournament, &path).await;
    }
    while begun.elapsed() < TIMEOUT {
        let Some(shown) = user.browser.read(&path, None).await else { return };
        if shown["table"]["tournament"]["phase"] == "over" {
            if organises {
                user.day.tally.tournaments.borrow_mut().push(at);
            }
            return;
        }
        match shown["own"]["game"].as_str() {
            Some(pass) => play(user, pass, tournament).await,
            None => sleep(POLL_INTERVAL).await,
        }
    }
    user.day.fault(format!("{}: the tournament has not ended", tournament.name));
}

async fn play(user: &mut User, pass: &str, tournament: &Tournament) {
    let mut behaviour = Behaviour::random("", &mut user.random);
    behaviour.after = behaviour.after.min(4 + user.random.below(14));
    if tournament.kind == "arena" {
        behaviour.after = behaviour.after.min(10);
    }
    if behaviour.finish == Finish::TimeOut {
        behaviour.finish = Finish::Resign;
    }
    match Seat::take(user, pass, behaviour, true).await {
        Some(seat) if seat.board.end.is_none() => seat.play().await,
        _ => sleep(POLL_INTERVAL).await,
    }
}

/// Creates the tournament exactly once, with retries.
async fn create(user: &mut User, tournament: &Tournament) -> Option<()> {
    let mut body = json!({
        "name": tournament.name, "kind": tournament.kind, "spec": tournament.spec, "pace": "live spare=3m extra=2s",
        "rated": tournament.rated, "terms": {},
    });
    if let Some(length) = tournament.length {
        body["length"] = length.into();
    }
    loop {
        // An earlier attempt may have created the tournament although its response was lost.
        let open = user.browser.read("/api/tournaments?state=open", None).await?;
        let known = list(&open["tournaments"]).iter().find(|known| known["name"] == tournament.name);
        if let Some(known) = known.and_then(|known| known["tournament"].as_str()) {
            *tournament.at.borrow_mut() = Some(known.to_owned());
            return Some(());
        }
        match user.browser.send_once("POST", "/api/tournaments", None, Some(&body)).await {
            Some(answer) if answer.status == 201 => {
                *tournament.at.borrow_mut() = answer.json()["tournament"].as_str().map(str::to_owned);
                return Some(());
            }
            Some(answer) if answer.status < 500 && answer.status != 429 => {
                user.day.fault(format!("{}: {} {}", tournament.name, answer.status, answer.code()));
                return None;
            }
            _ => sleep(POLL_INTERVAL).await,
        }
    }
}

async fn start(user: &mut User, tournament: &Tournament, path: &str) {
    let Some(response) = user.browser.post(&format!("{path}/start"), None, &json!({})).await else { return };
    if response.status == 200 {
        return;
    }
    let shown = user.browser.read(path, None).await;
    if shown.is_none_or(|shown| shown["table"]["tournament"]["phase"] == "open") {
        user.day.fault(format!("{}: cannot start: {}", tournament.name, response.code()));
    }
}
