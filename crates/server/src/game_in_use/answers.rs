use entourage_kernel::{Degree, Side};
use entourage_record::{Entry, EventError, Plans, Ready, Seat};
use entourage_registry::AnyMatch;

use super::GameInUse;
use crate::domain::{Error, Reader};

/// What follows from an event by itself.
pub(crate) struct Answers {
    /// What sides had ready for it.
    pub entries: Vec<Entry>,
    /// What is stored of the plans instead of what was.
    pub plans: Vec<(Seat, String)>,
}

impl GameInUse {
    /// Returns what the sides have ready.
    pub fn plans(&self) -> &Plans {
        self.state.plans()
    }

    /// Has a side ready for the other's moves.
    pub fn prepare(&mut self, side: Side, ready: Ready) {
        self.state.plans_mut().set(side, ready);
    }

    /// Returns the position from which a side prepares moves, with the number of those that stand, if it may just now.
    pub fn foresee(&self, seq: usize, side: Side, reader: Reader) -> Result<(Box<dyn AnyMatch>, usize), Error> {
        if seq != self.seq() {
            return Err(Error::Conflict(Box::new(self.snapshot(reader))));
        }
        if self.game().degree != Degree::Enforced {
            return Err(Error::DegreePlan);
        }
        let from = self.state.foresee(side).map_err(|error| match error {
            EventError::Turn => Error::OwnTurn,
            error => self.error(error),
        })?;
        Ok((from.live().copy(), self.state.ledger().moves().len()))
    }

    /// Plays what the sides have ready for the events so far, and drops what they have for other ones.
    pub fn answer(&mut self, now: i64) -> Answers {
        let stored = self.plans().clone();
        let entries = self.state.answer(now);
        Answers { entries, plans: self.plans().changes(&stored) }
    }
}
