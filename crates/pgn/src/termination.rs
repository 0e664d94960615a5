use std::fmt;
use std::str::FromStr;

use entourage_kernel::{Outcome, Side};

/// Tells how a game ended, as the mark behind its last move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// A side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game goes on, was abandoned, or nobody knows.
    Open,
}

impl Termination {
    /// Lists all of them.
    pub const ALL: [Self; 4] = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw, Self::Open];

    /// Returns the mark: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Returns the termination of a game that ended so, or that goes on.
    pub fn of(outcome: Option<&Outcome>) -> Self {
        match outcome {
            None => Self::Open,
            Some(outcome) => outcome.winner.map_or(Self::Draw, Self::Win),
        }
    }
}

/// Writes the mark.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mark())
    }
}

/// Reads a mark, and nothing else.
impl FromStr for Termination {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|termination| termination.mark() == text).ok_or(())
    }
}
