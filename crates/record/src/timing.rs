use entourage_clock::{Clock, Fall, Pace, Reading};
use entourage_kernel::Side;

use crate::{Event, EventError, Offer, TimeError};

/// A game's clocks, and whether they have been started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Timing {
    clock: Clock,
    started: bool,
}

impl Timing {
    /// Creates clocks that are not running yet; `None` if the time control is unlimited.
    pub fn of(pace: Pace) -> Option<Self> {
        (!pace.is_unlimited()).then(|| Self { clock: Clock::new(pace), started: false })
    }

    pub fn has_started(&self) -> bool {
        self.started
    }

    /// Starts the clock of the side to move, at most once in a game (rule C1 in docs/CLOCKS.md).
    pub fn start(&mut self, to: Side, at: i64) {
        if !self.started {
            self.started = true;
            self.clock.start(to, span(at));
        }
    }

    pub fn moved(&mut self, by: Side, to: Side, at: i64) {
        self.clock.moved(by, to, span(at));
    }

    pub fn taken_back(&mut self, to: Side, at: i64) {
        self.clock.taken_back(to, span(at));
    }

    pub fn apply(&mut self, event: &Event, at: i64) {
        let at = span(at);
        match event {
            Event::Vacation { days, .. } => self.clock.rest(*days, at),
            Event::Announce { side, days, from } => self.clock.announce(*side, *days, span(*from), at),
            Event::Stay { side } => self.clock.stay(*side, at),
            Event::Give { side } => self.clock.give(*side, at),
            Event::Pause {} => self.clock.pause(at),
            Event::Resume {} => self.clock.resume(at),
            _ => {}
        }
    }

    /// Checks whether the state of the clocks allows an event.
    pub fn check<R>(&self, event: &Event, at: i64) -> Result<(), EventError<R>> {
        let reading = self.read(at);
        let (started, paused) = (reading.running.is_some(), reading.paused.is_some());
        let bounded = |days: u32, left: u32| {
            if (1..=left).contains(&days) { Ok(()) } else { Err(EventError::Vacation { left }) }
        };
        let announced = |side: Side| reading.sides[side.index()].announced.is_some();
        match event {
            // While the game is paused, nothing on the board can change (rule C17 in docs/CLOCKS.md).
            Event::Move { .. }
            | Event::Turn { .. }
            | Event::Takeback { .. }
            | Event::Protest { .. }
            | Event::Vacation { .. }
            | Event::Offer { offer: Offer::Takeback { .. } | Offer::Pause, .. }
            | Event::Pause {}
                if paused =>
            {
                Err(TimeError::Paused.into())
            }
            Event::Vacation { side, days } => bounded(*days, reading.vacation(*side)),
            Event::Give { .. }
            | Event::Announce { .. }
            | Event::Pause {}
            | Event::Offer { offer: Offer::Pause, .. }
                if !started =>
            {
                Err(TimeError::NoClock.into())
            }
            Event::Give { side } if self.clock.gift(!*side, span(at)) == 0 => Err(TimeError::Full.into()),
            Event::Offer { offer: Offer::Resume, .. } if !paused => Err(TimeError::Going.into()),
            Event::Announce { side, .. } if announced(*side) => Err(TimeError::Announced.into()),
            Event::Announce { from, .. } if !is_ahead(*from, at) => Err(TimeError::Ahead.into()),
            Event::Announce { side, days, .. } => bounded(*days, reading.free(*side)),
            Event::Stay { side } if !announced(*side) => Err(TimeError::NotAnnounced.into()),
            _ => Ok(()),
        }
    }

    pub fn stop(&mut self, at: i64) {
        self.clock.stop(span(at));
    }

    /// Returns the event that ends the game when the running clock expires, and the time of expiry.
    pub fn due(&self) -> Option<(Event, i64)> {
        let due = self.clock.due()?;
        let event = match due.fall {
            Fall::Flag => Event::Flag { side: due.side },
            Fall::Lapse => Event::Lapse {},
        };
        Some((event, i64::try_from(due.at).unwrap_or(i64::MAX)))
    }

    pub fn read(&self, now: i64) -> Reading {
        self.clock.read(span(now))
    }
}

/// Returns whether a vacation announced at `now` can begin at `from`: within the next 90 days (C10 in docs/CLOCKS.md).
fn is_ahead(from: i64, now: i64) -> bool {
    let ahead = from.saturating_sub(now);
    u64::try_from(ahead).is_ok_and(|ahead| (1..=Clock::AHEAD).contains(&ahead))
}

/// Converts Unix time in milliseconds to the unsigned time of the clocks; times before 1970 become 0.
fn span(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}
