use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use super::person::Person;
use super::plan::{Finish, Manner};
use super::seat::Seat;
use super::state::add;
use crate::http::list;

/// How often an entrant looks for a game: a table of standings is long.
const LOOK: Duration = Duration::from_millis(1_500);
const LONGEST: Duration = Duration::from_secs(1_500);

pub struct Cup {
    name: &'static str,
    kind: &'static str,
    pub entrants: usize,
    length: Option<u32>,
    spec: String,
    rated: bool,
    /// Its identifier, once it was announced.
    at: RefCell<Option<String>>,
    entered: Cell<usize>,
}

impl Cup {
    /// Makes the three of a day, each of another kind and another game where there are so many.
    pub fn three(games: &[&'static str], people: usize) -> [Rc<Self>; 3] {
        let few = people < 100;
        let make = |number: usize, name, kind, entrants, length, rated| {
            let (spec, at, entered) =
                (games[number % games.len()].to_owned(), RefCell::default(), Cell::default());
            Rc::new(Self { name, kind, entrants, length, spec, rated, at, entered })
        };
        [
            make(0, "Everybody meets", "round-robin", if few { 4 } else { 8 }, None, true),
            make(1, "Equals meet", "swiss", if few { 6 } else { 13 }, Some(if few { 3 } else { 5 }), false),
            make(2, "Whoever is free", "arena", if few { 6 } else { 12 }, Some(5), true),
        ]
    }
}

/// Takes part in a tournament to its end; the first entrant organises it.
pub async fn take_part(person: &mut Person, cup: &Cup, organises: bool) {
    let begun = Instant::now();
    if organises && announce(person, cup).await.is_none() {
        return person.day.fault(format!("{}: it is not announced", cup.name));
    }
    while cup.at.borrow().is_none() && begun.elapsed() < LONGEST {
        sleep(LOOK).await;
    }
    let Some(at) = cup.at.borrow().clone() else { return };
    let path = format!("/api/tournaments/{at}");
    let Some(heard) = person.browser.post(&format!("{path}/entry"), None, &json!({})).await else { return };
    if heard.status() != 200 {
        return person.day.fault(format!("{}: a player does not enter: {}", cup.name, heard.code()));
    }
    add(&cup.entered, 1);
    if organises {
        while cup.entered.get() < cup.entrants && begun.elapsed() < LONGEST {
            sleep(LOOK).await;
        }
        start(person, cup, &path).await;
    }
    while begun.elapsed() < LONGEST {
        let Some(shown) = person.browser.read(&path, None).await else { return };
        if shown["table"]["tournament"]["phase"] == "over" {
            if organises {
                person.day.cups.borrow_mut().push(at);
            }
            return;
        }
        match shown["own"]["game"].as_str() {
            Some(pass) => play(person, pass, cup).await,
            None => sleep(LOOK).await,
        }
    }
    person.day.fault(format!("{}: it does not end", cup.name));
}

async fn play(person: &mut Person, pass: &str, cup: &Cup) {
    let mut manner = Manner::draw("", &mut person.random);
    manner.after = manner.after.min(4 + person.random.below(14));
    if cup.kind == "arena" {
        manner.after = manner.after.min(10);
    }
    if manner.finish == Finish::Sleep {
        manner.finish = Finish::Resign;
    }
    match Seat::take(person, pass, manner, true).await {
        Some(seat) if seat.board.end.is_none() => seat.play().await,
        _ => sleep(LOOK).await,
    }
}

/// Announces a tournament once, however often that must be sent.
async fn announce(person: &mut Person, cup: &Cup) -> Option<()> {
    let mut body = json!({
        "name": cup.name, "kind": cup.kind, "spec": cup.spec, "pace": "live spare=3m extra=2s",
        "rated": cup.rated, "terms": {},
    });
    if let Some(length) = cup.length {
        body["length"] = length.into();
    }
    loop {
        // The answer may have been lost.
        let open = person.browser.read("/api/tournaments?state=open", None).await?;
        let known = list(&open["tournaments"]).iter().find(|known| known["name"] == cup.name);
        if let Some(known) = known.and_then(|known| known["tournament"].as_str()) {
            *cup.at.borrow_mut() = Some(known.to_owned());
            return Some(());
        }
        match person.browser.once("POST", "/api/tournaments", None, Some(&body)).await {
            Some(answer) if answer.status == 201 => {
                *cup.at.borrow_mut() = answer.json()["tournament"].as_str().map(str::to_owned);
                return Some(());
            }
            Some(answer) if answer.status < 500 && answer.status != 429 => {
                person.day.fault(format!("{}: {} {}", cup.name, answer.status, answer.code()));
                return None;
            }
            _ => sleep(LOOK).await,
        }
    }
}

/// Starts it, unless an earlier request did whose answer was lost.
async fn start(person: &mut Person, cup: &Cup, path: &str) {
    let Some(heard) = person.browser.post(&format!("{path}/start"), None, &json!({})).await else { return };
    if heard.status() == 200 {
        return;
    }
    let shown = person.browser.read(path, None).await;
    if shown.is_none_or(|shown| shown["table"]["tournament"]["phase"] == "open") {
        person.day.fault(format!("{}: it does not start: {}", cup.name, heard.code()));
    }
}
