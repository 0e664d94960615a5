use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::manner::{Finish, Manner};
use crate::person::Person;
use crate::seat::Seat;

/// How often somebody who takes part looks whether they have a game: a table is long.
const LOOK: Duration = Duration::from_millis(1_500);
/// The longest that a tournament may take.
const LONGEST: Duration = Duration::from_secs(1_500);

/// A tournament as it is announced.
pub struct Cup {
    /// What it is called.
    pub name: &'static str,
    /// How it is decided who plays whom.
    pub kind: &'static str,
    /// How many take part.
    pub entrants: usize,
    length: Option<u32>,
    spec: String,
    rated: bool,
    /// Where it is, once it was announced.
    at: RefCell<Option<String>>,
    /// How many have entered.
    entered: Cell<usize>,
    begun: Cell<bool>,
}

impl Cup {
    /// Thinks of the three of a day, each of another kind and another game where there are so many.
    pub fn three(games: &[&'static str], people: usize) -> [Rc<Self>; 3] {
        let few = people < 100;
        let make = |number: usize, name, kind, entrants, length, rated| {
            Rc::new(Self {
                name,
                kind,
                entrants,
                length,
                spec: games[number % games.len()].to_owned(),
                rated,
                at: RefCell::default(),
                entered: Cell::default(),
                begun: Cell::default(),
            })
        };
        [
            make(0, "Everybody meets", "round-robin", if few { 4 } else { 8 }, None, true),
            make(1, "Equals meet", "swiss", if few { 6 } else { 13 }, Some(if few { 3 } else { 5 }), false),
            make(2, "Whoever is free", "arena", if few { 6 } else { 12 }, Some(5), true),
        ]
    }
}

/// Takes part in a tournament to its end; whoever comes first organises it.
pub async fn take_part(person: &mut Person, cup: &Rc<Cup>, organises: bool) {
    let begun = Instant::now();
    if organises && announce(person, cup).await.is_none() {
        return person.day.fault(format!("{}: it is not announced", cup.name));
    }
    while cup.at.borrow().is_none() && begun.elapsed() < LONGEST {
        sleep(LOOK).await;
    }
    let Some(at) = cup.at.borrow().clone() else { return };
    let path = format!("/api/tournaments/{at}");
    let Some(heard) = person.browser.sure("POST", &format!("{path}/entry"), None, Some(&json!({}))).await
    else {
        return;
    };
    if heard.answer.status != 200 {
        let code = heard.answer.code();
        return person.day.fault(format!("{}: somebody does not enter: {code}", cup.name));
    }
    cup.entered.set(cup.entered.get() + 1);
    if organises {
        while cup.entered.get() < cup.entrants && begun.elapsed() < LONGEST {
            sleep(LOOK).await;
        }
        start(person, cup, &path).await;
    }
    while begun.elapsed() < LONGEST {
        let Some(told) = person.browser.read(&path, None).await else { return };
        if told["table"]["tournament"]["phase"] == "over" {
            if organises {
                person.day.cups.borrow_mut().push(at);
            }
            return;
        }
        match told["own"]["game"].as_str() {
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
        Some(seat) if seat.is_over() => sleep(LOOK).await,
        Some(seat) => seat.play().await,
        None => sleep(LOOK).await,
    }
}

/// Announces a tournament, once however often that must be said.
async fn announce(person: &mut Person, cup: &Cup) -> Option<()> {
    let mut body = json!({
        "name": cup.name, "kind": cup.kind, "spec": cup.spec, "pace": "live spare=3m extra=2s",
        "rated": cup.rated, "terms": {},
    });
    if let Some(length) = cup.length {
        body["length"] = length.into();
    }
    loop {
        // The answer to it may have been lost.
        let open = person.browser.read("/api/tournaments?state=open", None).await?;
        let listed = open["tournaments"].as_array().cloned().unwrap_or_default();
        let known = listed.iter().find(|known| known["name"] == cup.name);
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

/// Begins it, if the answer to that was not lost before.
async fn start(person: &mut Person, cup: &Cup, path: &str) {
    let Some(heard) = person.browser.sure("POST", &format!("{path}/start"), None, Some(&json!({}))).await
    else {
        return;
    };
    let is_open = || json!("open");
    let phase = match heard.answer.status {
        200 => Value::Null,
        _ => person
            .browser
            .read(path, None)
            .await
            .map_or_else(is_open, |told| told["table"]["tournament"]["phase"].clone()),
    };
    cup.begun.set(phase != "open");
    if !cup.begun.get() {
        person.day.fault(format!("{}: it does not begin: {}", cup.name, heard.answer.code()));
    }
}
