use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use entourage_registry::Registry;
use tokio::time::Instant;

use crate::book::Book;
use crate::desk::Desk;
use crate::outages::Outages;

/// The most faults that are kept: more say nothing new.
const MOST_FAULTS: usize = 200;

/// What keeps somebody from something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restraint {
    /// Nothing.
    #[default]
    Free,
    /// It was asked for, and nobody knows yet.
    Asked,
    /// It was acknowledged.
    Stands,
}

/// What everybody knows of somebody.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Their name as it is now.
    pub name: String,
    /// The name that was asked for, while nobody knows.
    pub renaming: Option<String>,
    /// Whether they may speak.
    pub muted: Restraint,
    /// Whether they may sign in.
    pub banned: Restraint,
}

/// An answer that tells of a failure of the server.
pub struct Trouble {
    /// What was asked.
    pub asked: String,
    /// What came.
    pub answer: String,
    /// When it was asked.
    pub sent: Instant,
    /// When the answer was there.
    pub answered: Instant,
}

/// What all that goes on shares.
pub struct Day {
    /// The games that there are.
    pub registry: Registry,
    /// Where everybody finds the servers.
    pub port: u16,
    /// Where each server listens.
    pub ports: [u16; 2],
    /// How many games there are to be by seeks.
    pub wanted: usize,
    /// Who plays what with whom.
    pub desk: Desk,
    /// What was sent of each game.
    pub book: Book,
    /// When something was killed.
    pub outages: Outages,
    /// Everybody, by number.
    pub people: RefCell<Vec<Known>>,
    /// How many people have an account.
    pub founded: Cell<usize>,
    /// How many have signed in again.
    pub returned: Cell<usize>,
    /// What was done of order and acknowledged: kind, and the reason, which no two share.
    pub measures: RefCell<Vec<(String, String)>>,
    /// The texts of complaints that were acknowledged.
    pub complaints: RefCell<Vec<String>>,
    /// Refusals of whoever is muted or banned.
    pub refusals: Cell<[usize; 2]>,
    /// Requests by what came of them.
    pub answers: RefCell<BTreeMap<u16, u64>>,
    /// Requests to which no answer came.
    pub unanswered: Cell<u64>,
    /// WebSockets that ended before they were done with.
    pub cut: Cell<u64>,
    /// Why connections were ended by the server, by codes.
    pub farewells: RefCell<BTreeMap<String, u64>>,
    /// What was asked too often, how many times, and the longest wait in seconds.
    pub limits: RefCell<BTreeMap<String, (u64, u64)>>,
    /// Tournaments by name, once they are over.
    pub cups: RefCell<Vec<String>>,
    troubles: RefCell<Vec<Trouble>>,
    faults: RefCell<Vec<String>>,
    over: Cell<bool>,
}

impl Day {
    /// Begins one.
    pub fn new(registry: Registry, port: u16, ports: [u16; 2], desk: Desk) -> Self {
        Self {
            registry,
            port,
            ports,
            wanted: desk.wanted(),
            desk,
            book: Book::default(),
            outages: Outages::default(),
            people: RefCell::default(),
            founded: Cell::default(),
            returned: Cell::default(),
            measures: RefCell::default(),
            complaints: RefCell::default(),
            refusals: Cell::default(),
            answers: RefCell::default(),
            unanswered: Cell::default(),
            cut: Cell::default(),
            farewells: RefCell::default(),
            limits: RefCell::default(),
            cups: RefCell::default(),
            troubles: RefCell::default(),
            faults: RefCell::default(),
            over: Cell::default(),
        }
    }

    /// Tells whether it is over.
    pub fn is_over(&self) -> bool {
        self.over.get()
    }

    /// Ends it: nothing further is begun.
    pub fn end(&self) {
        self.over.set(true);
    }

    /// Returns how many of the games wanted have ended.
    pub fn progress(&self) -> usize {
        self.book.ended_by_seeks()
    }

    /// Notes what must never be; tells it at once.
    pub fn fault(&self, text: String) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS {
            eprintln!("FAULT: {text}");
            faults.push(text);
        }
    }

    /// Returns what was noted.
    pub fn faults(&self) -> Vec<String> {
        self.faults.borrow().clone()
    }

    /// Notes an answer, and whether it tells of a failure of the server.
    pub fn note_answer(&self, status: u16, trouble: impl FnOnce() -> Trouble) {
        *self.answers.borrow_mut().entry(status).or_default() += 1;
        if status >= 500 {
            self.troubles.borrow_mut().push(trouble());
        }
    }

    /// Notes that something was asked too often, and how long to wait, in seconds.
    pub fn note_limit(&self, asked: String, wait: u64) {
        let mut limits = self.limits.borrow_mut();
        let (count, most) = limits.entry(asked).or_default();
        *count += 1;
        *most = (*most).max(wait);
    }

    /// Notes why the server ended a connection.
    pub fn note_farewell(&self, code: String) {
        *self.farewells.borrow_mut().entry(code).or_default() += 1;
    }

    /// Lists the failures of the server that nothing excuses.
    pub fn unexcused(&self) -> Vec<String> {
        let troubles = self.troubles.borrow();
        let bad = troubles.iter().filter(|trouble| !self.outages.excuse(trouble.sent, trouble.answered));
        bad.map(|trouble| format!("{}: {}, while nothing was killed", trouble.asked, trouble.answer)).collect()
    }

    /// Returns the name of somebody.
    pub fn name(&self, person: usize) -> String {
        self.people.borrow()[person].name.clone()
    }

    /// Returns what everybody knows of somebody.
    pub fn known(&self, person: usize) -> Known {
        self.people.borrow()[person].clone()
    }

    /// Finds somebody by a name that they have now, or had asked for.
    pub fn person(&self, name: &str) -> Option<usize> {
        self.people.borrow().iter().position(|known| known.name == name)
    }

    /// Counts the refusal of somebody muted, or of somebody banned.
    pub fn count_refusal(&self, banned: bool) {
        let mut counts = self.refusals.get();
        counts[usize::from(banned)] += 1;
        self.refusals.set(counts);
    }

    /// Says in one line how it stands.
    pub fn line(&self) -> String {
        let (moves, games) = (self.book.acknowledged(), self.book.ended_by_seeks());
        format!(
            "{} accounts, {} back; {games} of {} games ended, {} in tournaments; {moves} events acknowledged; {} measures; {} tournaments over",
            self.founded.get(),
            self.returned.get(),
            self.wanted,
            self.book.in_tournaments(),
            self.measures.borrow().len(),
            self.cups.borrow().len(),
        )
    }
}
