use entourage_kernel::{Board, Effect, Piece, Side, Square, SquareSet};

use crate::bare::{Bare, Pieces, State};
use crate::piece_sum::PieceSum;
use crate::reach::Reach;

/// A position of The Toddler.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) bare: Bare,
    /// Cached attack sets for the generator and the evaluation, updated incrementally; not part of equality, notation or hash.
    pub(crate) reach: Reach,
    /// Cached part of the evaluation, updated incrementally.
    pub(crate) piece_sum: PieceSum,
}

impl Position {
    /// Creates a position without checking the rules.
    pub(crate) fn new(pieces: Pieces, side: Side, state: State) -> Self {
        let (reach, piece_sum) = (Reach::of(&pieces), PieceSum::of(&pieces));
        Self { bare: Bare::new(pieces, side, state), reach, piece_sum }
    }

    #[inline]
    pub(crate) fn placement(&self) -> &Pieces {
        self.bare.placement()
    }

    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.bare.side()
    }

    #[inline]
    pub(crate) fn state(&self) -> State {
        self.bare.state()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.bare == other.bare
    }
}

impl Eq for Position {}

impl Board for Position {
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement().piece_at(square)
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.placement().occupied()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.bare.hash()
    }

    fn hash_from_scratch(&self) -> u64 {
        self.bare.hash_from_scratch()
    }

    fn is_in_step(&self) -> bool {
        let pieces = self.placement();
        self.bare.is_in_step() && self.reach.is_consistent(pieces) && self.piece_sum == PieceSum::of(pieces)
    }

    fn pass_turn(&mut self) {
        self.bare.pass_turn();
    }

    fn apply(&mut self, effect: Effect) {
        self.bare.apply(effect);
        self.reach = Reach::of(self.bare.placement());
        self.piece_sum = PieceSum::of(self.bare.placement());
    }
}
