use entourage_kernel::{Side, SmallPlacement, SmallPosition, SmallState, Square, fold};

use crate::piece::{KINDS, KING};

pub(crate) type Pieces = SmallPlacement<KINDS>;

/// A position of Symmetron! 44, which consists only of the pieces and the side to move.
pub type Position = SmallPosition<Pieces, Nothing>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nothing;

impl SmallState<Pieces> for Nothing {
    type Derived = ();

    #[inline]
    fn derive(_pieces: &Pieces, _side: Side) {}

    #[inline]
    fn hash(&self, pieces: &Pieces, side: Side) -> u64 {
        fold(pieces.key(), side as u64)
    }
}

/// A side with this many pieces or fewer has lost (S10).
pub(crate) const THREE: usize = 3;

#[inline]
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has one King per side")
}

#[inline]
pub(crate) fn is_down_to_three(pieces: &Pieces, side: Side) -> bool {
    pieces.side(side).len() <= THREE
}
