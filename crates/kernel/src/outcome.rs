use std::fmt;

use crate::{SharedStr, Side};

/// How a game ended: the winner, if any, and the cause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game ended, as a code such as `passes`.
    pub cause: SharedStr,
}

impl Outcome {
    /// Creates a win.
    #[inline]
    pub fn win(winner: Side, cause: impl Into<SharedStr>) -> Self {
        Self { winner: Some(winner), cause: cause.into() }
    }

    /// Creates a draw.
    #[inline]
    pub fn draw(cause: impl Into<SharedStr>) -> Self {
        Self { winner: None, cause: cause.into() }
    }
}

/// Formats the outcome as `win-1 CAUSE`, `win-2 CAUSE` or `draw CAUSE`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "win-{} {}", side.number(), self.cause),
            None => write!(f, "draw {}", self.cause),
        }
    }
}

/// The status of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The game is in progress.
    Ongoing,
    /// The game is in progress, and the side to move is in check or the game's equivalent; contains the alert's code.
    Alert(SharedStr),
    /// The game is over.
    Ended(Outcome),
}

impl Status {
    /// Returns the outcome if the game is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// Formats the status as `ongoing`, the alert (such as `check`), or the outcome.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Alert(alert) => f.write_str(alert),
            Self::Ended(outcome) => outcome.fmt(f),
        }
    }
}
