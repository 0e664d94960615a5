use entourage_kernel::{Placement, Side, Square, mix};

use crate::piece::{KINDS, KING};

/// Where the pieces stand.
pub(crate) type Pieces = Placement<KINDS>;

/// A position of chess.
pub type Position = entourage_kernel::Position<State, KINDS>;

/// Remembers castling rights, the square a pawn passed over, and the two clocks of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Bits in FEN's order: K, Q, k, q.
    pub(crate) castling: u8,
    pub(crate) passed: Option<Square>,
    /// Plies since the last capture or pawn's move.
    pub(crate) quiet: u16,
    /// The number of the move, from 1.
    pub(crate) number: u16,
}

/// The most that a clock holds; it stays there.
pub(crate) const CLOCK_LIMIT: u16 = 9_999;

impl entourage_kernel::State for State {
    /// Leaves the clocks out: they do not change what a position is worth but near the fifty moves' end.
    fn key(&self) -> u64 {
        let passed = self.passed.map_or(0, |square| square.index() + 1);
        mix(0xC4E5_5000 | u64::from(self.castling) | (passed as u64) << 4)
    }
}

/// Returns the castling bit of a side and wing.
pub(crate) const fn castling_bit(side: Side, queenside: bool) -> u8 {
    1 << (2 * side.index() + queenside as usize)
}

/// Returns where a side's king stands.
///
/// # Panics
/// If there is none, which no valid position allows.
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has a king a side")
}
