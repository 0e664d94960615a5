use entourage_kernel::{Enforcement, Side};
use entourage_record::{Entry, EventError, GameState, Plans, Ready, Seat};
use entourage_registry::{AnyMatch, PlayError, SetupError};

use super::board::Board;
use super::{LoadedGame, MAX_EVENTS};
use crate::domain::{End, Error, MatchSnapshot, Part, Reader};

pub(crate) struct Answers {
    pub entries: Vec<Entry>,
    /// Each side's conditional moves, in the form in which they are stored; an empty string deletes them.
    pub plans: Vec<(Seat, String)>,
}

impl LoadedGame {
    pub fn plans(&self) -> &Plans {
        self.state.plans()
    }

    pub fn prepare(&mut self, side: Side, ready: Ready) {
        self.state.plans_mut().set(side, ready);
    }

    /// Returns the position in which a side's conditional moves begin, and the number of moves before it.
    pub fn foresee(&self, seq: usize, side: Side, reader: Reader) -> Result<(Box<dyn AnyMatch>, usize), Error> {
        if seq != self.seq() {
            return Err(Error::Conflict(Box::new(self.snapshot(reader))));
        }
        if self.game().enforcement != Enforcement::Enforced {
            return Err(Error::EnforcementPlan);
        }
        let from = self.state.foresee(side).map_err(|error| match error {
            EventError::Turn => Error::OwnTurn,
            error => self.error(error),
        })?;
        Ok((from.live().copy(), self.state.ledger().moves().len()))
    }

    /// Plays the conditional moves that follow from the events so far, and drops those that no longer apply.
    pub fn answer(&mut self, now: i64) -> Answers {
        let stored = self.plans().clone();
        let entries = self.state.answer(now);
        Answers { entries, plans: self.plans().changes(&stored) }
    }
}

impl LoadedGame {
    pub(super) fn error(&self, error: EventError<PlayError>) -> Error {
        match (error, self.state.rules()) {
            (EventError::Frozen, _) | (_, None) => Error::Frozen(self.frozen.clone()),
            (EventError::TooLong, _) => Error::TooLong { most: MAX_EVENTS },
            (EventError::Legs, _) => Error::Legs { most: GameState::<Board>::MAX_LEGS },
            (EventError::Ended(ending), _) => Error::Ended(None, self.end_by(ending)),
            (EventError::Over, Some(board)) => ended(board.live()),
            (EventError::Refused(error), Some(board)) => refusal(board.live(), error),
            (EventError::Preparing, _) => Error::Preparing,
            (EventError::NoChoice, _) => Error::Setup(SetupError::NoChoice),
            (EventError::Committed, _) => Error::Committed,
            (EventError::Turn, _) => Error::Turn,
            (EventError::LongTurn, _) => Error::TooLarge,
            (EventError::Barred, _) => Error::Barred,
            (EventError::Protest, _) => Error::NothingToProtest,
            (EventError::Takeback { standing }, _) => Error::Takeback(standing),
            (EventError::Offer(error), _) => error.into(),
            (EventError::Vacation { left }, _) => Error::Vacation(left),
            (EventError::Time(error), _) => error.into(),
            (EventError::Ledger(_) | EventError::Beginning, _) => Error::Internal,
        }
    }
}

pub(crate) fn refusal(live: &dyn AnyMatch, error: PlayError) -> Error {
    match error {
        PlayError::Text(error) => Error::Text(Part::Move(None), error),
        PlayError::Ended(_) => ended(live),
        PlayError::Refused(refusal) => Error::Refused(None, MatchSnapshot::of(live), refusal),
        PlayError::Hand(error) => Error::Hand(error),
    }
}

fn ended(live: &dyn AnyMatch) -> Error {
    Error::Ended(None, End::Rules(MatchSnapshot::of(live)))
}
