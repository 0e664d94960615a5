use entourage_kernel::{Board, Effect, Piece, Side, SmallPlacement, Square, SquareSet, fold};

use crate::piece::{KINDS, KING};

/// Where the pieces stand.
pub(crate) type Pieces = SmallPlacement<KINDS>;

/// A position of Symmetron! 44: pieces and side to move tell all.
///
/// It is so small that its hash is computed when somebody asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: Pieces,
    side: Side,
}

impl Position {
    /// Makes a position of its parts, without any check of the rules.
    #[inline]
    pub(crate) fn new(pieces: Pieces, side: Side) -> Self {
        Self { pieces, side }
    }

    /// Returns where the pieces stand.
    #[inline]
    pub(crate) fn placement(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the pieces to change them; whoever does keeps to the rules.
    #[inline]
    pub(crate) fn pieces_mut(&mut self) -> &mut Pieces {
        &mut self.pieces
    }

    /// Gives the other side the move.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.side = !self.side;
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
        fold(self.pieces.key(), self.side as u64)
    }

    fn hash_from_scratch(&self) -> u64 {
        let mut pieces = Pieces::EMPTY;
        self.pieces.pieces().for_each(|(square, piece)| pieces.put(square, piece));
        Self { pieces, ..*self }.hash()
    }

    fn apply(&mut self, effect: Effect) {
        self.pieces.apply(effect);
    }
}

/// A side with so many pieces or fewer has lost (S10).
pub(crate) const THREE: usize = 3;

/// Returns where a side's King stands.
///
/// # Panics
/// If there is none, which no valid position allows.
#[inline]
pub(crate) fn king_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, KING).first().expect("every valid position has a King a side")
}

/// Tells whether a side has three pieces or fewer in all.
#[inline]
pub(crate) fn is_down_to_three(pieces: &Pieces, side: Side) -> bool {
    pieces.side(side).len() <= THREE
}
