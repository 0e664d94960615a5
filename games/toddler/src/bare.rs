//! Positions without cached data, for the reference implementation (law).

use entourage_kernel::{Placement, Side, Square, SquareSet, mix};

use crate::geometry::adjacent;
use crate::piece::{EMPEROR, EMPRESS, KINDS, TODDLER};

pub(crate) type Pieces = Placement<KINDS>;

pub(crate) type Bare = entourage_kernel::Position<State, KINDS>;

/// The number of consecutive passes before the current turn: 0, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub(crate) passes: u8,
}

impl entourage_kernel::State for State {
    fn key(&self) -> u64 {
        match self.passes {
            0 => 0,
            1 => const { mix(0x70) },
            _ => const { mix(0x7070) },
        }
    }
}

#[inline]
pub(crate) fn toddler_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, TODDLER).first().expect("every valid position has one Toddler per side")
}

#[inline]
pub(crate) fn parents(pieces: &Pieces, side: Side) -> SquareSet {
    pieces.of(side, EMPEROR) | pieces.of(side, EMPRESS)
}

/// Returns whether a side's Toddler is major: both its parents have been captured (power 1).
#[inline]
pub(crate) fn is_major(pieces: &Pieces, side: Side) -> bool {
    parents(pieces, side).is_empty()
}

#[inline]
pub(crate) fn toddlers_touch(pieces: &Pieces) -> bool {
    adjacent(toddler_of(pieces, Side::First), toddler_of(pieces, Side::Second))
}
