use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use serde_json::Value;

/// What became of something that was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was acknowledged.
    Acknowledged,
    /// It was refused, and never anything else.
    Refused,
    /// Nobody knows.
    Unknown,
}

/// An event that somebody sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The number that it was to have.
    pub seq: usize,
    /// What it was.
    pub event: Value,
    /// What became of it.
    pub fate: Fate,
}

/// What is known of a game by those who played it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Whether it was a tournament's.
    pub in_tournament: bool,
    /// Who has which side, and what opens it.
    pub seats: [Option<(usize, String)>; 2],
    /// What they sent.
    pub sent: Vec<Sent>,
    /// Whether somebody has seen its end.
    pub ended: bool,
}

/// Holds what was sent and acknowledged of every game.
#[derive(Default)]
pub struct Book {
    games: RefCell<BTreeMap<String, Played>>,
    /// The games of everybody, in the order in which they played them.
    order: RefCell<BTreeMap<usize, Vec<String>>>,
    acknowledged: Cell<u64>,
    by_seeks: Cell<usize>,
    ended_by_seeks: Cell<usize>,
    in_tournaments: Cell<usize>,
}

impl Book {
    /// Notes that somebody has a side of a game, and what opens it; returns whether that is new.
    pub fn sit(&self, game: &str, side: usize, person: usize, key: &str, in_tournament: bool) -> bool {
        let mut games = self.games.borrow_mut();
        let is_new = !games.contains_key(game);
        let played = games.entry(game.to_owned()).or_default();
        played.in_tournament = in_tournament;
        if is_new {
            let count = if in_tournament { &self.in_tournaments } else { &self.by_seeks };
            count.set(count.get() + 1);
        }
        let seat = &mut played.seats[side - 1];
        let is_new = seat.is_none();
        if is_new {
            *seat = Some((person, key.to_owned()));
            self.order.borrow_mut().entry(person).or_default().push(game.to_owned());
        }
        is_new
    }

    /// Notes that an event is sent; returns by what its fate is told.
    pub fn send(&self, game: &str, seq: usize, event: &Value) -> usize {
        let mut games = self.games.borrow_mut();
        let sent = &mut games.entry(game.to_owned()).or_default().sent;
        sent.push(Sent { seq, event: event.clone(), fate: Fate::Unknown });
        sent.len() - 1
    }

    /// Notes what became of it.
    pub fn settle(&self, game: &str, index: usize, fate: Fate) {
        if let Some(sent) = self.games.borrow_mut().get_mut(game).and_then(|played| played.sent.get_mut(index))
        {
            sent.fate = fate;
        }
        if fate == Fate::Acknowledged {
            self.acknowledged.set(self.acknowledged.get() + 1);
        }
    }

    /// Notes that somebody has seen the end of a game.
    pub fn end(&self, game: &str) {
        let mut games = self.games.borrow_mut();
        let Some(played) = games.get_mut(game) else { return };
        if !played.ended && !played.in_tournament {
            self.ended_by_seeks.set(self.ended_by_seeks.get() + 1);
        }
        played.ended = true;
    }

    /// Counts the events that were acknowledged.
    pub fn acknowledged(&self) -> u64 {
        self.acknowledged.get()
    }

    /// Counts the games that came of seeks.
    pub fn by_seeks(&self) -> usize {
        self.by_seeks.get()
    }

    /// Counts those of them that have ended.
    pub fn ended_by_seeks(&self) -> usize {
        self.ended_by_seeks.get()
    }

    /// Counts the games of tournaments.
    pub fn in_tournaments(&self) -> usize {
        self.in_tournaments.get()
    }

    /// Returns all games.
    pub fn games(&self) -> BTreeMap<String, Played> {
        self.games.borrow().clone()
    }

    /// Returns the games of everybody, in the order in which they played them.
    pub fn order(&self) -> BTreeMap<usize, Vec<String>> {
        self.order.borrow().clone()
    }
}
