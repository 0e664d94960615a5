use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use entourage_registry::Registry;
use serde_json::Value;

use super::plan::Matchmaker;
use crate::record::{Fate, Record};
use crate::report::Faults;
use crate::windows::Windows;

/// How long requests may still fail after an outage.
const RECOVERY: Duration = Duration::from_secs(6);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sanction {
    #[default]
    None,
    /// The sanction was requested but not acknowledged.
    Requested,
    Active,
}

#[derive(Clone, Debug, Default)]
pub struct Known {
    pub name: String,
    /// A new name that was requested but not acknowledged.
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
    pub matchmaker: Matchmaker,
    pub book: Book,
    pub tally: Tally,
    pub outages: Windows,
    pub users: RefCell<Vec<Known>>,
    pub faults: Faults,
    pub is_over: Cell<bool>,
}

#[derive(Default)]
pub struct Tally {
    pub founded: Cell<usize>,
    pub returned: Cell<usize>,
    /// Acknowledged moderation actions: kind and unique reason.
    pub actions: RefCell<Vec<(String, String)>>,
    pub complaints: RefCell<Vec<String>>,
    /// How many requests were refused because the user was muted, and how many because the user was banned.
    pub refusals: [Cell<usize>; 2],
    pub answers: RefCell<BTreeMap<u16, u64>>,
    pub unanswered: Cell<u64>,
    pub lost_sockets: Cell<u64>,
    /// Number of connections that servers closed, by close code.
    pub close_codes: RefCell<BTreeMap<String, u64>>,
    /// For each request that was rate limited: how often this happened, and the maximum wait in seconds.
    pub limits: RefCell<BTreeMap<String, (u64, u64)>>,
    pub tournaments: RefCell<Vec<String>>,
    failures: RefCell<Vec<Failure>>,
}

impl Day {
    pub fn fault(&self, text: impl Into<String>) {
        self.faults.add(text);
    }

    pub fn note_answer(&self, request: &str, status: u16, code: &str, sent: Instant) {
        *self.tally.answers.borrow_mut().entry(status).or_default() += 1;
        if status >= 500 {
            let text = format!("{request}: {status} {code}, without an outage");
            self.tally.failures.borrow_mut().push(Failure { text, sent, answered: Instant::now() });
        }
    }

    pub fn note_limit(&self, request: String, wait: u64) {
        let mut limits = self.tally.limits.borrow_mut();
        let (count, most) = limits.entry(request).or_default();
        *count += 1;
        *most = (*most).max(wait);
    }

    /// Returns the server errors (5xx) that no outage excuses.
    pub fn unexcused(&self) -> Vec<String> {
        let is_excused = |one: &Failure| {
            self.outages.overlap(one.sent.checked_sub(RECOVERY).unwrap_or(one.sent), one.answered)
        };
        let failures = self.tally.failures.borrow();
        failures.iter().filter(|one| !is_excused(one)).map(|one| one.text.clone()).collect()
    }

    pub fn name(&self, user: usize) -> String {
        self.users.borrow()[user].name.clone()
    }

    pub fn known(&self, user: usize) -> Known {
        self.users.borrow()[user].clone()
    }

    /// Returns whether the user is not banned and no ban was requested.
    pub fn is_welcome(&self, user: usize) -> bool {
        self.users.borrow()[user].banned == Sanction::None
    }

    pub fn user(&self, name: &str) -> Option<usize> {
        self.users.borrow().iter().position(|known| known.name == name)
    }

    pub fn count_refusal(&self, is_ban: bool) {
        add(&self.tally.refusals[usize::from(is_ban)], 1);
    }

    pub fn line(&self) -> String {
        let Book { acknowledged, ended_by_seeks, in_tournaments, .. } = &self.book;
        format!(
            "{} accounts, {} signed in again; {} of {} games ended, {} in tournaments; {} events acknowledged; {} moderation actions; {} tournaments finished",
            self.tally.founded.get(),
            self.tally.returned.get(),
            ended_by_seeks.get(),
            self.matchmaker.wanted,
            in_tournaments.get(),
            acknowledged.get(),
            self.tally.actions.borrow().len(),
            self.tally.tournaments.borrow().len(),
        )
    }
}

pub fn add<N: Copy + std::ops::Add<Output = N>>(count: &Cell<N>, more: N) {
    count.set(count.get() + more);
}

#[derive(Clone, Debug, Default)]
pub struct Played {
    pub in_tournament: bool,
    pub seats: [Option<(usize, String)>; 2],
    pub record: Record,
    /// Whether a player has been notified that the game is over.
    pub has_ended: bool,
}

#[derive(Default)]
pub struct Book {
    pub games: RefCell<BTreeMap<String, Played>>,
    /// Each user's games in the order in which they were played.
    pub order: RefCell<BTreeMap<usize, Vec<String>>>,
    pub acknowledged: Cell<u64>,
    /// Number of games started through seeks.
    pub by_seeks: Cell<usize>,
    /// Number of games started through seeks that are over.
    pub ended_by_seeks: Cell<usize>,
    pub in_tournaments: Cell<usize>,
}

impl Book {
    pub fn sit(&self, game: &str, side: usize, user: usize, key: &str, in_tournament: bool) {
        let mut games = self.games.borrow_mut();
        if !games.contains_key(game) {
            add(if in_tournament { &self.in_tournaments } else { &self.by_seeks }, 1);
        }
        let played = games.entry(game.to_owned()).or_default();
        played.in_tournament = in_tournament;
        let seat = &mut played.seats[side - 1];
        if seat.is_none() {
            *seat = Some((user, key.to_owned()));
            self.order.borrow_mut().entry(user).or_default().push(game.to_owned());
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
