//! Why an event does not follow, in the server's terms.

use entourage_record::{EventError, GameState};
use entourage_registry::{AnyMatch, PlayError, SetupError};

use super::board::Board;
use super::{GameInUse, MOST_EVENTS};
use crate::domain::degree_error::DegreeError;
use crate::domain::end::End;
use crate::domain::game_error::{GameError, Part};
use crate::domain::scene::Scene;

impl GameInUse {
    /// Says why an event may not follow.
    pub(super) fn error(&self, error: EventError<PlayError>) -> GameError {
        match (error, self.state.rules()) {
            (EventError::Frozen, _) | (_, None) => GameError::Frozen(self.frozen.clone()),
            (EventError::TooLong, _) => GameError::TooLong { most: MOST_EVENTS },
            (EventError::Legs, _) => GameError::Legs { most: GameState::<Board>::MOST_LEGS },
            (EventError::Ended(ending), _) => GameError::Ended { index: None, end: self.end_by(ending) },
            (EventError::Over, Some(board)) => ended(board.live()),
            (EventError::Refused(error), Some(board)) => refusal(board.live(), error),
            (EventError::Preparing, _) => GameError::Preparing,
            (EventError::NoChoice, _) => GameError::Setup(SetupError::NoChoice),
            (EventError::Committed, _) => GameError::Committed,
            (EventError::Turn, _) => GameError::Turn,
            (EventError::LongTurn, _) => GameError::LongTurn,
            (EventError::Barred, _) => DegreeError::Barred.into(),
            (EventError::Protest, _) => DegreeError::NothingToProtest.into(),
            (EventError::Takeback { standing }, _) => GameError::Takeback { standing },
            (EventError::Talk(error), _) => error.into(),
            (EventError::Vacation { left }, _) => GameError::Vacation { left },
            (EventError::Time(error), _) => GameError::Time(error),
            (EventError::Ledger(_) | EventError::Beginning, _) => GameError::Internal,
        }
    }
}

/// Tells why a move is not played.
pub(crate) fn refusal(live: &dyn AnyMatch, error: PlayError) -> GameError {
    match error {
        PlayError::Text(error) => GameError::Text { part: Part::Move(None), error },
        PlayError::Ended(_) => ended(live),
        PlayError::Refused(refusal) => GameError::Refused { index: None, scene: Scene::of(live), refusal },
        PlayError::Hand(error) => DegreeError::Hand(error).into(),
    }
}

fn ended(live: &dyn AnyMatch) -> GameError {
    GameError::Ended { index: None, end: End::Rules(Scene::of(live)) }
}
