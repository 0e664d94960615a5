use std::fmt;

use crate::{SharedStr, Side};

/// How a game ended: who won, if anybody, and why.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The cause in the game's status words, such as `passes`.
    pub cause: SharedStr,
}

impl Outcome {
    /// Makes a win.
    #[inline]
    pub fn win(winner: Side, cause: impl Into<SharedStr>) -> Self {
        Self { winner: Some(winner), cause: cause.into() }
    }

    /// Makes a draw.
    #[inline]
    pub fn draw(cause: impl Into<SharedStr>) -> Self {
        Self { winner: None, cause: cause.into() }
    }
}

/// Writes `win-1 CAUSE`, `win-2 CAUSE` or `draw CAUSE`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "win-{} {}", side.number(), self.cause),
            None => write!(f, "draw {}", self.cause),
        }
    }
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The game goes on.
    Ongoing,
    /// The game goes on, and the side to move is warned in the game's word, such as `check`.
    Alert(SharedStr),
    /// The game is over.
    Ended(Outcome),
}

impl Status {
    /// Returns how the game ended, if it did.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// Writes the status words: `ongoing`, the alert, or the outcome.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Alert(alert) => f.write_str(alert),
            Self::Ended(outcome) => outcome.fmt(f),
        }
    }
}
