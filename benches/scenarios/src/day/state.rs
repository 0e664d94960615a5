use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use serde_json::Value;

use super::plan::Desk;
use crate::record::{Fate, Record};
use crate::report::Faults;
use crate::windows::Windows;

/// How long requests may still fail after everything has recovered.
const AFTER: Duration = Duration::from_secs(6);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sanction {
    #[default]
    None,
    /// It was requested, and not acknowledged yet.
    Requested,
    Active,
}

#[derive(Clone, Debug, Default)]
pub struct Known {
    pub name: String,
    /// The name that was requested, and not acknowledged yet.
    pub renaming: Option<String>,
    pub muted: Sanction,
    pub banned: Sanction,
}

struct Failure {
    text: String,
    sent: Instant,
    answered: Instant,
}

pub struct Day {
    pub registry: Registry,
    pub port: u16,
    pub ports: Vec<u16>,
    pub desk: Desk,
    pub book: Book,
    /// When something was killed or paused.
    pub outages: Windows,
    pub people: RefCell<Vec<Known>>,
    pub founded: Cell<usize>,
    pub returned: Cell<usize>,
    /// Moderation actions acknowledged: kind, and the reason, which is unique.
    pub actions: RefCell<Vec<(String, String)>>,
    pub complaints: RefCell<Vec<String>>,
    /// Refusals to muted people, and to banned ones.
    pub refusals: [Cell<usize>; 2],
    pub answers: RefCell<BTreeMap<u16, u64>>,
    pub unanswered: Cell<u64>,
    pub cut: Cell<u64>,
    /// Why the server ended connections, by code.
    pub farewells: RefCell<BTreeMap<String, u64>>,
    /// Rate limits met: how often, and the longest wait in seconds.
    pub limits: RefCell<BTreeMap<String, (u64, u64)>>,
    pub cups: RefCell<Vec<String>>,
    failures: RefCell<Vec<Failure>>,
    pub faults: Faults,
    pub is_over: Cell<bool>,
}

impl Day {
    pub fn new(registry: Registry, port: u16, ports: Vec<u16>, desk: Desk) -> Self {
        Self {
            registry,
            port,
            ports,
            desk,
            book: Book::default(),
            outages: Windows::default(),
            people: RefCell::default(),
            founded: Cell::default(),
            returned: Cell::default(),
            actions: RefCell::default(),
            complaints: RefCell::default(),
            refusals: Default::default(),
            answers: RefCell::default(),
            unanswered: Cell::default(),
            cut: Cell::default(),
            farewells: RefCell::default(),
            limits: RefCell::default(),
            cups: RefCell::default(),
            failures: RefCell::default(),
            faults: Faults::default(),
            is_over: Cell::default(),
        }
    }

    pub fn fault(&self, text: impl Into<String>) {
        self.faults.add(text);
    }

    pub fn note_answer(&self, request: &str, status: u16, code: &str, sent: Instant) {
        *self.answers.borrow_mut().entry(status).or_default() += 1;
        if status >= 500 {
            let text = format!("{request}: {status} {code}, while nothing was killed");
            self.failures.borrow_mut().push(Failure { text, sent, answered: Instant::now() });
        }
    }

    pub fn note_limit(&self, request: String, wait: u64) {
        let mut limits = self.limits.borrow_mut();
        let (count, most) = limits.entry(request).or_default();
        *count += 1;
        *most = (*most).max(wait);
    }

    /// Lists the failures of the server that no outage excuses.
    pub fn unexcused(&self) -> Vec<String> {
        let is_excused =
            |one: &Failure| self.outages.touch(one.sent.checked_sub(AFTER).unwrap_or(one.sent), one.answered);
        let failures = self.failures.borrow();
        failures.iter().filter(|one| !is_excused(one)).map(|one| one.text.clone()).collect()
    }

    pub fn name(&self, person: usize) -> String {
        self.people.borrow()[person].name.clone()
    }

    pub fn known(&self, person: usize) -> Known {
        self.people.borrow()[person].clone()
    }

    /// Returns whether a person is not banned, nor about to be.
    pub fn is_welcome(&self, person: usize) -> bool {
        self.people.borrow()[person].banned == Sanction::None
    }

    pub fn person(&self, name: &str) -> Option<usize> {
        self.people.borrow().iter().position(|known| known.name == name)
    }

    /// Counts a refusal to a muted person, or to a banned one.
    pub fn count_refusal(&self, is_ban: bool) {
        add(&self.refusals[usize::from(is_ban)], 1);
    }

    pub fn line(&self) -> String {
        let Book { acknowledged, ended_by_seeks, in_tournaments, .. } = &self.book;
        format!(
            "{} accounts, {} back; {} of {} games ended, {} in tournaments; {} events acknowledged; {} measures; {} tournaments over",
            self.founded.get(),
            self.returned.get(),
            ended_by_seeks.get(),
            self.desk.wanted,
            in_tournaments.get(),
            acknowledged.get(),
            self.actions.borrow().len(),
            self.cups.borrow().len(),
        )
    }
}

pub fn add<N: Copy + std::ops::Add<Output = N>>(count: &Cell<N>, more: N) {
    count.set(count.get() + more);
}

/// What the players of a game know.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub in_tournament: bool,
    /// The person on each side, and the key to the game.
    pub seats: [Option<(usize, String)>; 2],
    pub record: Record,
    /// Whether a player has seen its end.
    pub has_ended: bool,
}

/// What was sent and acknowledged in every game.
#[derive(Default)]
pub struct Book {
    pub games: RefCell<BTreeMap<String, Played>>,
    /// Each person's games, in the order in which they were played.
    pub order: RefCell<BTreeMap<usize, Vec<String>>>,
    pub acknowledged: Cell<u64>,
    /// Games that came of seeks, and those of them that have ended.
    pub by_seeks: Cell<usize>,
    pub ended_by_seeks: Cell<usize>,
    pub in_tournaments: Cell<usize>,
}

impl Book {
    pub fn sit(&self, game: &str, side: usize, person: usize, key: &str, in_tournament: bool) {
        let mut games = self.games.borrow_mut();
        if !games.contains_key(game) {
            add(if in_tournament { &self.in_tournaments } else { &self.by_seeks }, 1);
        }
        let played = games.entry(game.to_owned()).or_default();
        played.in_tournament = in_tournament;
        let seat = &mut played.seats[side - 1];
        if seat.is_none() {
            *seat = Some((person, key.to_owned()));
            self.order.borrow_mut().entry(person).or_default().push(game.to_owned());
        }
    }

    pub fn send(&self, game: &str, seq: usize, event: &Value) -> usize {
        let mut games = self.games.borrow_mut();
        games.entry(game.to_owned()).or_default().record.send(seq, event.clone())
    }

    pub fn settle(&self, game: &str, index: usize, fate: Fate) {
        if let Some(played) = self.games.borrow_mut().get_mut(game) {
            played.record.settle(index, fate);
        }
        add(&self.acknowledged, u64::from(fate == Fate::Acknowledged));
    }

    pub fn end(&self, game: &str) {
        let mut games = self.games.borrow_mut();
        let Some(played) = games.get_mut(game) else { return };
        if !std::mem::replace(&mut played.has_ended, true) && !played.in_tournament {
            add(&self.ended_by_seeks, 1);
        }
    }
}
