use entourage_kernel::{Kind, Square};

use crate::source::Span;

#[derive(Clone, Debug)]
pub(crate) struct Lot {
    pub(crate) span: Span,
    /// The squares on which pieces are shuffled, for each side, from left to right and row by row from its own edge.
    pub(crate) squares: [Vec<Square>; 2],
    pub(crate) but: super::Kinds,
    pub(crate) limits: Vec<LotLimit>,
    /// Whether the two sides are shuffled apart, and not alike.
    pub(crate) is_apart: bool,
    /// How many starts there are; 0 until they are counted.
    pub(crate) starts: u32,
    /// The number of the start of this model, where one was drawn.
    pub(crate) number: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LotLimit {
    /// As many of a kind stand on squares of one colour as on those of the other, or one more.
    OppositeColours(Kind),
    /// Each of a kind has one of another kind on its left in its row, and one on its right.
    Between(Kind, Kind),
}
