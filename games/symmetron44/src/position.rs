use entourage_kernel::{Placement, Side, Square};

use crate::piece::{KINDS, KING};

/// Where the pieces stand.
pub(crate) type Pieces = Placement<KINDS>;

/// A position of Symmetron! 44.
pub type Position = entourage_kernel::Position<State, KINDS>;

/// Remembers nothing: pieces and side to move tell all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State;

impl entourage_kernel::State for State {
    fn key(&self) -> u64 {
        0
    }
}

/// A side with so many pieces or fewer has lost (S10).
pub(crate) const THREE: usize = 3;

/// Returns where a side's King stands.
///
/// # Panics
/// If there is none, which no valid position allows.
#[inline]
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has a King a side")
}

/// Tells whether a side has three pieces or fewer in all.
#[inline]
pub(crate) fn is_down_to_three(pieces: &Pieces, side: Side) -> bool {
    pieces.side(side).len() <= THREE
}
