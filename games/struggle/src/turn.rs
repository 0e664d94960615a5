use entourage_kernel::{Square, SquareQueue, mix};

use crate::cells::Cells;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Nothing has been done yet; so many turns before were passes: 0, 1 or, in a finished game, 2.
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
    /// The spaces on which its chain may not land, its own included (G2); empty before its first jump.
    pub(crate) barred: Cells,
    pub(crate) jolted: SquareQueue,
}

/// Names the part of a turn in which a piece moves (G8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The main action: a chain under way.
    Main,
    Second,
    Extra,
}

impl Moving {
    /// Returns whether the piece has begun a chain of jumps, and so may only jump on.
    #[inline]
    pub(crate) fn in_chain(&self) -> bool {
        !self.barred.is_empty()
    }
}

impl Turn {
    /// Returns well-spread bits, equal for equal turns.
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
