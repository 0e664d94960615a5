use std::fmt;

use entourage_kernel::Problem;
use entourage_pgn::Place;

/// Names what of a record is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A tag says what nobody understands, or what does not fit.
    Tag,
    /// The game is not one that is known here.
    Game,
    /// The rules have another version than when the game was played.
    Rules,
    /// The game does not begin so.
    Start,
    /// A move cannot be read, or is refused.
    Move,
    /// The result is missing, is told in two ways, or is not what the rules say.
    Result,
}

/// Says what is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is at fault.
    pub kind: FaultKind,
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, place: Place, problem: impl Into<Problem>) -> Self {
        Self { kind, place, problem: problem.into() }
    }
}

/// Writes the place and the English clause.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem.en)
    }
}

impl std::error::Error for Fault {}
