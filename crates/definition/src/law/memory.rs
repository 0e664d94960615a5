use entourage_kernel::{Square, SquareSet, State, mix};

use crate::model::{MOST_MEMORIES, Model};

/// Holds what a position knows beside pieces and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// The castling rights, one bit for each castling of the model.
    pub(crate) rights: u16,
    /// How many turns before were passes, one after another.
    pub(crate) passes: u8,
    pub(crate) squares: [Option<Square>; MOST_MEMORIES],
    pub(crate) counts: [u16; MOST_MEMORIES],
    pub(crate) chain: Option<Chain>,
}

/// Holds a turn that goes on with one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// Where the piece stands.
    pub(crate) at: Square,
    /// Where it may not come to stand.
    pub(crate) barred: SquareSet,
    /// The label of the moves that it may go on with.
    pub(crate) label: u8,
}

/// The highest number that a count reaches; it stays there.
pub(crate) const HIGHEST_COUNT: u16 = 9_999;

impl Memory {
    /// Returns what is known when a game of a model begins, but for its castling rights.
    pub(crate) fn new(model: &Model) -> Self {
        let mut memory = Self::default();
        for (count, known) in memory.counts.iter_mut().zip(&model.counts) {
            *count = known.from;
        }
        memory
    }
}

impl State for Memory {
    /// Leaves counts out: they decide nothing but ends by their own sentence.
    #[inline]
    fn key(&self) -> u64 {
        let square = |square: Option<Square>| square.map_or(0, |square| 1 + square.index() as u64);
        let mut key = u64::from(self.rights) | u64::from(self.passes) << 16;
        for (index, remembered) in (3..).zip(self.squares) {
            key |= square(remembered) << (8 * index);
        }
        let chain = self.chain.map_or(0, |chain| {
            mix(chain.barred.0 as u64)
                ^ mix((chain.barred.0 >> 64) as u64 ^ 1)
                ^ mix(square(Some(chain.at)) + 7)
        });
        mix(key) ^ chain
    }
}
