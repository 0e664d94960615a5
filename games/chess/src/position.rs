use entourage_kernel::{Board, Effect, Piece, Side, SmallPlacement, SmallSet, Square, SquareSet, fold, mix};

use crate::geometry::{KNIGHT_LEAPS, PAWN_ATTACKS, between, diagonals, straights};
use crate::piece::{BISHOP, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Where the pieces stand.
pub(crate) type Pieces = SmallPlacement<KINDS>;

/// A position of chess.
///
/// It is so small that its hash is computed when somebody asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: Pieces,
    guard: Guard,
    state: State,
    side: Side,
}

/// Remembers castling rights, the square a pawn passed over, and the two clocks of FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
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

/// Tells what stands between a king and its enemies; it follows from the pieces and is kept for the generator alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guard {
    /// The enemies that give check.
    pub(crate) checkers: SmallSet,
    /// The pieces of the king's side that may move only along their line with the king.
    pub(crate) pinned: SmallSet,
}

impl Guard {
    /// Finds out how the king of a side stands; a side without one has no cares.
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

impl State {
    /// Leaves the clocks out: they do not change what a position is worth but near the fifty moves' end.
    pub(crate) fn key(self) -> u64 {
        let passed = self.passed.map_or(0, |square| square.index() + 1);
        mix(0xC4E5_5000 | u64::from(self.castling) | (passed as u64) << 4)
    }
}

impl Position {
    /// Makes a position of its parts, without any check of the rules.
    #[inline]
    pub(crate) fn new(pieces: Pieces, side: Side, state: State) -> Self {
        Self { pieces, guard: Guard::of(&pieces, side), state, side }
    }

    /// Returns the pieces to change them; whoever does begins a turn afterwards.
    #[inline]
    pub(crate) fn pieces_mut(&mut self) -> &mut Pieces {
        &mut self.pieces
    }

    /// Sets who moves next and the state, and finds out how the King stands.
    #[inline]
    pub(crate) fn begin_turn(&mut self, side: Side, state: State) {
        (self.side, self.state) = (side, state);
        self.guard = Guard::of(&self.pieces, side);
    }

    /// Returns where the pieces stand.
    #[inline]
    pub(crate) fn placement(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns how the king of the side to move stands.
    #[inline]
    pub(crate) fn guard(&self) -> Guard {
        self.guard
    }

    /// Returns castling rights, the square passed over, and the clocks.
    #[inline]
    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// Returns the side to move.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.side
    }
}

impl Board for Position {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    fn occupied(&self) -> SquareSet {
        self.pieces.occupied().wide()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.pieces.key() ^ fold(self.state.key(), self.side as u64)
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut pieces = Pieces::EMPTY;
        self.pieces.pieces().for_each(|(square, piece)| pieces.put(square, piece));
        Self { pieces, ..*self }.hash()
    }

    fn is_in_step(&self) -> bool {
        *self == Self::new(self.pieces, self.side, self.state) && self.hash() == self.hash_from_scratch()
    }

    fn apply(&mut self, effect: Effect) {
        self.pieces.apply(effect);
        self.guard = Guard::of(&self.pieces, self.side);
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
#[inline]
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has a king a side")
}
