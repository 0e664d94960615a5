use entourage_kernel::{Square, SquareQueue, mix};

use crate::cells::Cells;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The start of a turn, with the number of passes before it: 0, 1 or, in a finished game, 2.
    Start {
        passes: u8,
    },
    Acting,
    Moving(Moving),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moving {
    pub(crate) stage: Stage,
    pub(crate) at: Square,
    /// The spaces on which the piece's chain of jumps must not land, including the piece's own space (G2); empty before the first jump.
    pub(crate) barred: Cells,
    pub(crate) jolted: SquareQueue,
}

/// The part of a turn that a moving piece is in (G8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Main,
    Second,
    Extra,
}

impl Moving {
    /// Returns whether the piece is in a chain of jumps, and so can only keep jumping.
    #[inline]
    pub(crate) fn in_chain(&self) -> bool {
        !self.barred.is_empty()
    }
}

impl Turn {
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        match self {
            Self::Start { passes } => u64::from(*passes),
            Self::Acting => 3,
            Self::Moving(moving) => {
                let number = 4 + moving.stage as u64 + 8 * moving.at.index() as u64;
                mix(number ^ mix(moving.barred.bits() ^ mix(moving.jolted.bits())))
            }
        }
    }
}
