use entourage_clock::{Clock, Fall, Pace, Reading};
use entourage_kernel::Side;

use crate::Event;

/// Holds the clocks of a game that has a pace, and whether they have been started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Timing {
    clock: Clock,
    started: bool,
}

impl Timing {
    /// Sets the clocks to a pace, if it knows any; none runs.
    pub fn of(pace: Pace) -> Option<Self> {
        (!pace.is_unlimited()).then(|| Self { clock: Clock::new(pace), started: false })
    }

    /// Starts the clock of the side to move, once in a game (C1).
    pub fn start(&mut self, to: Side, at: i64) {
        if !self.started {
            self.started = true;
            self.clock.start(to, span(at));
        }
    }

    /// Takes in that a side has moved, and who is to move now.
    pub fn moved(&mut self, by: Side, to: Side, at: i64) {
        self.clock.moved(by, to, span(at));
    }

    /// Takes in that moves were taken back, and who is to move now.
    pub fn taken_back(&mut self, to: Side, at: i64) {
        self.clock.taken_back(to, span(at));
    }

    /// Takes in that the side whose clock runs goes on vacation.
    pub fn rest(&mut self, days: u32, at: i64) {
        self.clock.rest(days, span(at));
    }

    /// Stops the clocks: the game is over.
    pub fn stop(&mut self, at: i64) {
        self.clock.stop(span(at));
    }

    /// Returns how many days of vacation a side may take now.
    pub fn vacation(&self, side: Side) -> u32 {
        self.clock.vacation(side)
    }

    /// Returns the event that ends the game when nobody does anything, and when.
    pub fn due(&self) -> Option<(Event, i64)> {
        let due = self.clock.due()?;
        let event = match due.fall {
            Fall::Flag => Event::Flag { side: due.side },
            Fall::Lapse => Event::Lapse {},
        };
        Some((event, i64::try_from(due.at).unwrap_or(i64::MAX)))
    }

    /// Reads the clocks.
    pub fn read(&self, now: i64) -> Reading {
        self.clock.read(span(now))
    }
}

/// Returns a time as clocks have it; nothing happened before 1970.
fn span(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}
