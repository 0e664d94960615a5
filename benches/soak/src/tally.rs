use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The faults that are told in full.
const TOLD: usize = 20;

/// Counts what happens.
#[derive(Debug, Default)]
pub struct Tally {
    /// Moves acknowledged.
    pub moves: AtomicU64,
    /// Games begun by players.
    pub games: AtomicU64,
    /// Times that a game's stored events were held to what its players know.
    pub checks: AtomicU64,
    /// Starts that a full disk has prevented.
    pub starts: AtomicU64,
    /// Steps of the date.
    pub steps: AtomicU64,
    /// Connections cut.
    pub cuts: AtomicU64,
    /// Connections that stood still for a while.
    pub freezes: AtomicU64,
    /// Readers who did not read.
    pub readers: AtomicU64,
    /// The most bytes of memory that the server was seen to occupy.
    pub memory: AtomicU64,
    floods: Mutex<BTreeMap<&'static str, [u64; 2]>>,
    /// Refusals of moves while the server could keep nothing, or to players whose connections are cut.
    pub excused: AtomicU64,
    refusals: Mutex<BTreeMap<String, u64>>,
    /// How long moves took, and whether the server had just been started.
    times: Mutex<Vec<(Duration, bool)>>,
    faults: Mutex<(u64, Vec<String>)>,
}

impl Tally {
    /// Adds to a kind of flood what was answered or refused.
    pub fn flood(&self, kind: &'static str, refused: bool) {
        let mut floods = self.floods.lock().unwrap_or_else(PoisonError::into_inner);
        floods.entry(kind).or_default()[usize::from(refused)] += 1;
    }

    /// Returns the requests of floods that were answered, and those that were refused, by the kind of flood.
    pub fn floods(&self) -> BTreeMap<&'static str, [u64; 2]> {
        self.floods.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes a refusal that has no excuse.
    pub fn refuse(&self, code: &str) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry(code.to_owned()).or_default() += 1;
    }

    /// Returns the refusals that have no excuse, by their codes.
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes how long a move took, and whether the server had just been started.
    pub fn time(&self, time: Duration, fresh: bool) {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push((time, fresh));
    }

    /// Returns how long moves took, and whether the server had just been started.
    pub fn times(&self) -> Vec<(Duration, bool)> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that something was lost, or is there that nobody sent; tells it at once.
    pub fn fault(&self, text: String) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.0 += 1;
        if faults.1.len() < TOLD {
            eprintln!("FAULT: {text}");
            faults.1.push(text);
        }
    }

    /// Returns how many faults there were, and the first of them.
    pub fn faults(&self) -> (u64, Vec<String>) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts one more.
    pub fn add(count: &AtomicU64) {
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns a count.
    pub fn of(count: &AtomicU64) -> u64 {
        count.load(Ordering::Relaxed)
    }
}
