use crate::{SharedStr, Square};

/// A reason why a move is refused, or a fact about a move or position, in the game's terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    /// The game's code, which selects the sentence.
    pub code: SharedStr,
    /// The squares concerned, those responsible first, in the order that the sentence expects.
    pub squares: Vec<Square>,
    /// The anchor of the ruling or section of the rules page, such as `T10`; empty if there is none.
    pub ruling: SharedStr,
}

impl Reason {
    /// Creates a reason.
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
    /// The squares of its attackers.
    pub attackers: Vec<Square>,
}

/// All reasons why a move is refused; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub Vec<Reason>);

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self(vec![reason])
    }
}

/// A power in effect from one piece to another: it protects, neutralises, frees …
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation {
    /// The code of the relation, one of [`Metadata::relations`](crate::Metadata).
    pub kind: SharedStr,
    /// The piece that exerts the power.
    pub from: Square,
    /// The affected piece.
    pub to: Square,
}
