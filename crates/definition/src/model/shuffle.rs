use entourage_kernel::{Kind, Square};

use crate::source::Span;

#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    pub(crate) span: Span,
    /// Each side's squares on which pieces are shuffled: row by row from the side's own edge, left to right.
    pub(crate) squares: [Vec<Square>; 2],
    pub(crate) but: super::Kinds,
    pub(crate) limits: Vec<ShuffleLimit>,
    /// Whether each side is shuffled separately.
    pub(crate) is_apart: bool,
    /// Number of possible start positions; 0 until counted.
    pub(crate) starts: u32,
    /// The number of the start position that this model uses, if one was drawn.
    pub(crate) number: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShuffleLimit {
    /// Pieces of a kind are divided as evenly as possible between dark and light squares.
    OppositeColours(Kind),
    /// Each piece of the first kind is between two pieces of the second kind in its row, not necessarily adjacent.
    Between(Kind, Kind),
}
