use crate::Square;

/// Gives one reason why a move is refused, or one fact to tell about it, in the game's terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reason {
    /// The game's code, from which it makes a sentence.
    pub code: &'static str,
    /// The squares concerned, those responsible first, in the order the game's sentence expects.
    pub squares: Vec<Square>,
    /// The ruling or section of the rules page, such as `T10`.
    pub ruling: &'static str,
}

impl Reason {
    /// Makes a reason.
    pub fn new(code: &'static str, ruling: &'static str, squares: impl IntoIterator<Item = Square>) -> Self {
        Self { code, ruling, squares: squares.into_iter().collect() }
    }
}

/// Lists every reason why a move is refused; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub Vec<Reason>);

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self(vec![reason])
    }
}

/// Says that one piece bears upon another: protects, neutralises, frees …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Relation {
    /// The code of the relation, one of [`Metadata::relations`](crate::Metadata).
    pub kind: &'static str,
    /// The piece that exerts the power.
    pub from: Square,
    /// The piece that feels it.
    pub to: Square,
}
