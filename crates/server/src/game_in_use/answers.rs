use entourage_kernel::{Degree, Side};
use entourage_record::{Entry, EventError, Plans, Ready, Seat};
use entourage_registry::AnyMatch;

use super::GameInUse;
use crate::domain::{Error, Reader};

pub(crate) struct Answers {
    pub entries: Vec<Entry>,
    /// Changes to the stored conditional moves.
    pub plans: Vec<(Seat, String)>,
}

impl GameInUse {
    pub fn plans(&self) -> &Plans {
        self.state.plans()
    }

    pub fn prepare(&mut self, side: Side, ready: Ready) {
        self.state.plans_mut().set(side, ready);
    }

    /// Returns the position from which a side prepares moves, and how many moves were played before it.
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

    /// Plays conditional moves that answer the events so far, and drops those that no longer apply.
    pub fn answer(&mut self, now: i64) -> Answers {
        let stored = self.plans().clone();
        let entries = self.state.answer(now);
        Answers { entries, plans: self.plans().changes(&stored) }
    }
}
