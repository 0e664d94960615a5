use entourage_kernel::{Kind, Square};

use crate::source::Span;

#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    pub(crate) span: Span,
    /// The squares on which pieces are shuffled, for each side: row by row from its own edge, left to right.
    pub(crate) squares: [Vec<Square>; 2],
    pub(crate) but: super::Kinds,
    pub(crate) limits: Vec<ShuffleLimit>,
    /// Whether each side is shuffled separately.
    pub(crate) is_apart: bool,
    /// Number of possible starts; 0 until counted.
    pub(crate) starts: u32,
    /// The number of this model's start, if one was drawn.
    pub(crate) number: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShuffleLimit {
    /// Pieces of a kind are on squares of alternate colours, as evenly as possible.
    OppositeColours(Kind),
    /// Each piece of the first kind has pieces of the second on its left and right in its row.
    Between(Kind, Kind),
}
