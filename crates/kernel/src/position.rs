use std::fmt::Debug;

use crate::zobrist::{piece_key, side_key};
use crate::{Effect, Piece, Placement, Side, Square, SquareSet};

/// The contents of a position besides pieces and side to move, such as castling rights.
pub trait State: Copy + Eq + Debug + Send + Sync + 'static {
    /// Returns a well-mixed 64-bit key (see [`mix`](crate::mix)), equal for equal states.
    fn key(&self) -> u64;
}

impl State for () {
    fn key(&self) -> u64 {
        0
    }
}

/// The parts of a position that generic code needs.
pub trait Board: Clone + Eq + Debug + Send + Sync + 'static {
    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Returns the squares of all pieces.
    fn occupied(&self) -> SquareSet;
    /// Returns the hash of everything that distinguishes positions, updated incrementally or cheap to compute.
    fn hash(&self) -> u64;
    /// Recomputes the hash from pieces, side and state.
    fn hash_from_scratch(&self) -> u64;
    /// Returns whether the hash and other incrementally updated values match a computation from scratch.
    fn is_in_step(&self) -> bool {
        self.hash() == self.hash_from_scratch()
    }
    /// Applies one effect to the pieces; the side to move and the state stay the same.
    fn apply(&mut self, effect: Effect);
    /// Makes it the other side's turn; the pieces and the state stay the same.
    fn pass_turn(&mut self);
}

/// A position that was validated or reached by a legal move: placement, side to move, state and incremental hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<S, const KINDS: usize> {
    placement: Placement<KINDS>,
    side: Side,
    state: S,
    hash: u64,
}

impl<S: State, const KINDS: usize> Position<S, KINDS> {
    /// Creates a position without checking it against the rules.
    pub fn new(placement: Placement<KINDS>, side: Side, state: S) -> Self {
        let mut position = Self { placement, side, state, hash: 0 };
        position.hash = position.hash_from_scratch();
        position
    }

    /// Returns the placement of the pieces.
    #[inline]
    pub fn placement(&self) -> &Placement<KINDS> {
        &self.placement
    }

    /// Returns the game-specific state.
    #[inline]
    pub fn state(&self) -> S {
        self.state
    }

    /// Returns the side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Sets the side to move and the state, and updates the hash.
    #[inline]
    pub fn set_turn(&mut self, side: Side, state: S) {
        self.hash ^= side_key(self.side) ^ side_key(side) ^ self.state.key() ^ state.key();
        self.side = side;
        self.state = state;
    }

    /// Puts a piece on an empty square and updates the hash.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.placement.piece_at(square).is_none());
        self.placement.put(square, piece);
        self.hash ^= piece_key(piece, square);
    }

    /// Moves a piece to an empty square and updates the hash.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.placement.shift(piece, from, to);
        self.hash ^= piece_key(piece, from) ^ piece_key(piece, to);
    }

    /// Removes and returns the piece on a square, and updates the hash.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.placement.take(square)?;
        self.hash ^= piece_key(piece, square);
        Some(piece)
    }
}

impl<S: State, const KINDS: usize> Board for Position<S, KINDS> {
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.piece_at(square)
    }

    fn occupied(&self) -> SquareSet {
        self.placement.occupied()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let pieces = self.placement.pieces().fold(0, |key, (square, piece)| key ^ piece_key(piece, square));
        pieces ^ side_key(self.side) ^ self.state.key()
    }

    #[inline]
    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => {
                if let Some(piece) = self.take(from) {
                    self.put(to, piece);
                }
            }
            Effect::Remove { square, .. } => {
                self.take(square);
            }
            Effect::Place { square, piece } => self.put(square, piece),
            Effect::Transform { square, to, .. } => {
                self.take(square);
                self.put(square, to);
            }
            Effect::Swap { a, b } => {
                let (at_a, at_b) = (self.take(a), self.take(b));
                if let Some(piece) = at_b {
                    self.put(a, piece);
                }
                if let Some(piece) = at_a {
                    self.put(b, piece);
                }
            }
            Effect::Pass => {}
        }
    }

    fn pass_turn(&mut self) {
        self.set_turn(!self.side, self.state);
    }
}
