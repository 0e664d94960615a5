use std::fmt::Debug;

use crate::zobrist::{piece_key, side_key};
use crate::{Effect, Piece, Placement, Side, Square, SquareSet};

/// Holds what a game must remember beside pieces and side to move (a pass, castling rights, a chain …).
pub trait State: Copy + Eq + Debug + Send + Sync + 'static {
    /// Returns 64 well-spread bits of the state (see [`mix`](crate::mix)), equal for equal states.
    fn key(&self) -> u64;
}

impl State for () {
    fn key(&self) -> u64 {
        0
    }
}

/// Shows of a position what generic code needs: who stands where and who is to move.
pub trait Board: Clone + Eq + Debug + Send + Sync + 'static {
    /// Returns the side to move.
    fn side_to_move(&self) -> Side;
    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Returns the squares of all pieces.
    fn occupied(&self) -> SquareSet;
    /// Returns the hash of everything that tells positions apart, kept up to date as moves are made or cheaply computed.
    fn hash(&self) -> u64;
    /// Returns the hash computed anew from pieces, side and state.
    fn hash_from_scratch(&self) -> u64;
    /// Returns whether the hash and whatever else is kept incrementally equals what a computation from scratch gives.
    fn is_in_step(&self) -> bool {
        self.hash() == self.hash_from_scratch()
    }
    /// Applies one effect to the pieces; the turn and the game's state stay as they are.
    fn apply(&mut self, effect: Effect);
    /// Gives the other side the move; pieces and the game's state stay as they are.
    fn pass_turn(&mut self);
}

/// A valid position: placement, side to move, the game's own state, and an incremental hash; made by validation or by a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<S, const KINDS: usize> {
    placement: Placement<KINDS>,
    side: Side,
    state: S,
    hash: u64,
}

impl<S: State, const KINDS: usize> Position<S, KINDS> {
    /// Makes a position of its parts, without any check of the game's rules.
    pub fn new(placement: Placement<KINDS>, side: Side, state: S) -> Self {
        let mut position = Self { placement, side, state, hash: 0 };
        position.hash = position.hash_from_scratch();
        position
    }

    /// Returns where the pieces stand.
    #[inline]
    pub fn placement(&self) -> &Placement<KINDS> {
        &self.placement
    }

    /// Returns the game's own state.
    #[inline]
    pub fn state(&self) -> S {
        self.state
    }

    /// Returns the side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Sets who moves next and the game's state, keeping the hash right.
    #[inline]
    pub fn set_turn(&mut self, side: Side, state: S) {
        self.hash ^= side_key(self.side) ^ side_key(side) ^ self.state.key() ^ state.key();
        self.side = side;
        self.state = state;
    }

    /// Puts a piece on an empty square, keeping the hash right.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.placement.piece_at(square).is_none());
        self.placement.put(square, piece);
        self.hash ^= piece_key(piece, square);
    }

    /// Moves a piece from its square to an empty one, keeping the hash right.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.placement.shift(piece, from, to);
        self.hash ^= piece_key(piece, from) ^ piece_key(piece, to);
    }

    /// Empties a square, keeping the hash right, and returns what stood there.
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
