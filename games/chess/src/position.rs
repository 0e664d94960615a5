use entourage_kernel::{Side, SmallPlacement, SmallPosition, SmallSet, SmallState, Square, fold, mix};

use crate::castling::Homes;
use crate::geometry::{KNIGHT_LEAPS, PAWN_ATTACKS, between, diagonals, straights};
use crate::piece::{BISHOP, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK};

pub(crate) type Pieces = SmallPlacement<KINDS>;

/// A position of chess or Chess960.
pub type Position = SmallPosition<Pieces, State>;

/// Castling rights and rook files, the en passant square, and the two counters of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Bits in FEN's order: K, Q, k, q.
    pub(crate) castling: u8,
    pub(crate) homes: Homes,
    pub(crate) passed: Option<Square>,
    pub(crate) quiet: u16,
    pub(crate) number: u16,
}

/// Maximum value of the two counters of FEN; a counter that reaches this value stops.
pub(crate) const CLOCK_LIMIT: u16 = 9_999;

/// Checking and pinned pieces, derived from the placement for the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    pub(crate) checkers: SmallSet,
    /// Pinned pieces: friendly pieces that can move only along the line through them and the king.
    pub(crate) pinned: SmallSet,
}

impl Guard {
    /// Computes the checking and pinned pieces; both sets are empty if the side has no king.
    #[inline]
    fn of(pieces: &Pieces, side: Side) -> Self {
        let Some(king) = pieces.of(side, KING).first() else {
            return Self { checkers: SmallSet::EMPTY, pinned: SmallSet::EMPTY };
        };
        let (own, occupied) = (pieces.side(side), pieces.occupied());
        let leapers = KNIGHT_LEAPS[king.index()] & pieces.kind(KNIGHT)
            | PAWN_ATTACKS[side.index()][king.index()] & pieces.kind(PAWN);
        let queens = pieces.kind(QUEEN);
        let snipers =
            straights(king) & (pieces.kind(ROOK) | queens) | diagonals(king) & (pieces.kind(BISHOP) | queens);
        let mut guard = Self { checkers: leapers - own, pinned: SmallSet::EMPTY };
        for sniper in snipers - own {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                guard.checkers.insert(sniper);
            } else if !blockers.is_several() {
                guard.pinned |= blockers & own;
            }
        }
        guard
    }
}

impl SmallState<Pieces> for State {
    type Derived = Guard;

    #[inline]
    fn derive(pieces: &Pieces, side: Side) -> Guard {
        Guard::of(pieces, side)
    }

    #[inline]
    fn hash(&self, pieces: &Pieces, side: Side) -> u64 {
        // The counters are not hashed because they matter only close to the fifty-move limit.
        let passed = self.passed.map_or(0, |square| square.index() + 1);
        let state =
            mix(0xC4E5_5000 | u64::from(self.castling) | (passed as u64) << 4 ^ self.homes.bits() << 32);
        pieces.key() ^ fold(state, side as u64)
    }
}

pub(crate) const fn castling_bit(side: Side, queenside: bool) -> u8 {
    1 << (2 * side.index() + queenside as usize)
}

#[inline]
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has one king per side")
}
