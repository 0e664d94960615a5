use crate::{SharedStr, Square};

/// Gives one reason why a move is refused, or one fact to tell about it, in the game's terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    /// The game's code, from which it makes a sentence.
    pub code: SharedStr,
    /// The squares concerned, those responsible first, in the order the game's sentence expects.
    pub squares: Vec<Square>,
    /// The anchor of the ruling or section of the rules page that says so, such as `T10`; empty where none does.
    pub ruling: SharedStr,
}

impl Reason {
    /// Makes a reason.
    pub fn new(
        code: impl Into<SharedStr>,
        ruling: impl Into<SharedStr>,
        squares: impl IntoIterator<Item = Square>,
    ) -> Self {
        Self { code: code.into(), ruling: ruling.into(), squares: squares.into_iter().collect() }
    }
}

/// What a move would leave in danger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peril {
    /// Where the piece that must be saved would stand.
    pub square: Square,
    /// Who would attack it there.
    pub attackers: Vec<Square>,
}

/// Lists every reason why a move is refused; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub Vec<Reason>);

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self(vec![reason])
    }
}

/// Reports that one piece bears upon another: protects, neutralises, frees …
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation {
    /// The code of the relation, one of [`Metadata::relations`](crate::Metadata).
    pub kind: SharedStr,
    /// The piece that exerts the power.
    pub from: Square,
    /// The piece that feels it.
    pub to: Square,
}
