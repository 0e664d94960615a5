use crate::{SharedStr, Square};

/// A reason why a move is refused, or a fact about a move or position, in the terms of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    /// The code that selects the sentence to display.
    pub code: SharedStr,
    /// The squares to which placeholders in the sentence refer by index, starting with those of the responsible pieces.
    pub squares: Vec<Square>,
    /// The anchor of a ruling or section on the rules page, such as `T10`; empty if there is none.
    pub ruling: SharedStr,
}

impl Reason {
    /// Creates a reason from its code, its ruling or section (empty if there is none) and its squares.
    pub fn new(
        code: impl Into<SharedStr>,
        ruling: impl Into<SharedStr>,
        squares: impl IntoIterator<Item = Square>,
    ) -> Self {
        Self { code: code.into(), ruling: ruling.into(), squares: squares.into_iter().collect() }
    }
}

/// A piece that a move would leave in danger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peril {
    /// The square on which the piece would be in danger.
    pub square: Square,
    /// The squares of the pieces that would attack the endangered piece.
    pub attackers: Vec<Square>,
}

/// All reasons why a move is refused, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub Vec<Reason>);

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self(vec![reason])
    }
}

/// An active power of one piece over another, such as protecting or neutralising it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation {
    /// The code of the relation, one of [`Metadata::relations`](crate::Metadata).
    pub kind: SharedStr,
    /// The square of the piece that exerts the power.
    pub from: Square,
    /// The square of the affected piece.
    pub to: Square,
}
