use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Instant;

use crate::disk::Disk;
use crate::server::Server;
use crate::tally::Tally;
use crate::windows::Windows;
use load::clock::Clock;

/// What all that goes on in a soak shares.
pub struct Soak {
    /// When the last move is made and the last harm is done.
    pub until: Instant,
    /// The game that is played.
    pub game: String,
    /// The server that is tried.
    pub server: Server,
    /// Where it keeps its games.
    pub disk: Disk,
    /// What it takes for the date, where that can be set.
    pub clock: Option<Clock>,
    /// When its disk was full, and for a moment after.
    pub full: Windows,
    /// The port of the relay that cuts connections.
    pub relay: AtomicU16,
    /// What is counted.
    pub tally: Tally,
}

impl Soak {
    /// Tells whether it is not over yet.
    pub fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    /// Returns the port for players whose connections are cut, or for the others.
    pub fn port(&self, relayed: bool) -> u16 {
        if relayed { self.relay.load(Ordering::Relaxed) } else { self.server.port() }
    }

    /// Tells whether the server was away or could keep nothing at any time between two instants.
    pub fn is_excused(&self, from: Instant, to: Instant) -> bool {
        self.server.away.touch(from, to) || self.full.touch(from, to)
    }
}
