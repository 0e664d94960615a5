use std::fmt::Debug;

use crate::{Board, Effect, Piece, Side, SmallPlacement, Square, SquareSet};

/// The pieces of a [`SmallPosition`], in a representation chosen by the game for speed.
pub trait SmallPieces: Copy + Eq + Debug + Send + Sync + 'static {
    /// The empty board.
    const EMPTY: Self;
    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// Returns the squares of all pieces.
    fn occupied(&self) -> SquareSet;
    /// Puts a piece on an empty square.
    fn put(&mut self, square: Square, piece: Piece);
    /// Removes and returns the piece on a square.
    fn take(&mut self, square: Square) -> Option<Piece>;

    /// Applies one effect of a move.
    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Move { from, to } => refill(self, [from], [to]),
            Effect::Remove { square, .. } => refill(self, [square], []),
            Effect::Swap { a, b } => refill(self, [a, b], [b, a]),
            Effect::Place { square, piece } | Effect::Transform { square, to: piece, .. } => {
                self.take(square);
                self.put(square, piece);
            }
            Effect::Pass => {}
        }
    }
}

/// Empties the squares `from` and puts their pieces on the squares `to`, in the same order.
fn refill<P: SmallPieces, const FROM: usize, const TO: usize>(
    pieces: &mut P,
    from: [Square; FROM],
    to: [Square; TO],
) {
    let taken = from.map(|square| pieces.take(square));
    for (square, piece) in to.into_iter().zip(taken) {
        if let Some(piece) = piece {
            pieces.take(square);
            pieces.put(square, piece);
        }
    }
}

impl<const KINDS: usize> SmallPieces for SmallPlacement<KINDS> {
    const EMPTY: Self = Self::EMPTY;

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.occupied().wide()
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.put(square, piece);
    }

    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        self.take(square)
    }
}

/// The game-specific state of a [`SmallPosition`], and how to derive values from the whole position.
pub trait SmallState<P>: Copy + Eq + Debug + Send + Sync + 'static {
    /// Values kept only for speed, derived from pieces and side to move; `()` if there are none.
    type Derived: Copy + Eq + Debug + Send + Sync + 'static;

    /// Computes the derived values from scratch.
    fn derive(pieces: &P, side: Side) -> Self::Derived;
    /// Returns the hash of everything that distinguishes positions.
    fn hash(&self, pieces: &P, side: Side) -> u64;
}

/// A position that was validated or reached by a legal move, small enough to compute its hash on demand. Code that
/// changes the pieces or the side must call [`begin_turn`](Self::begin_turn) afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallPosition<P, S: SmallState<P>> {
    /// The pieces on the board.
    pub pieces: P,
    /// The derived values; they are not part of the position string or hash, and do not affect legality.
    pub derived: S::Derived,
    /// The game-specific state.
    pub state: S,
    /// The side to move.
    pub side: Side,
}

impl<P: SmallPieces, S: SmallState<P>> SmallPosition<P, S> {
    /// Creates a position without checking it against the rules.
    #[inline]
    pub fn new(pieces: P, side: Side, state: S) -> Self {
        Self { derived: S::derive(&pieces, side), pieces, state, side }
    }

    /// Sets the side to move and the state, and updates the derived values.
    #[inline]
    pub fn begin_turn(&mut self, side: Side, state: S) {
        (self.side, self.state) = (side, state);
        self.derived = S::derive(&self.pieces, side);
    }

    /// Returns the same position, rebuilt piece by piece.
    fn rebuilt(&self) -> Self {
        let mut pieces = P::EMPTY;
        for square in self.pieces.occupied() {
            self.pieces.piece_at(square).into_iter().for_each(|piece| pieces.put(square, piece));
        }
        Self::new(pieces, self.side, self.state)
    }
}

impl<P: SmallPieces, S: SmallState<P>> Board for SmallPosition<P, S> {
    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.pieces.occupied()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.state.hash(&self.pieces, self.side)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.rebuilt().hash()
    }

    fn is_in_step(&self) -> bool {
        self.rebuilt() == *self
    }

    fn apply(&mut self, effect: Effect) {
        self.pieces.apply(effect);
        self.derived = S::derive(&self.pieces, self.side);
    }

    fn pass_turn(&mut self) {
        self.begin_turn(!self.side, self.state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Count(u8);

    type Pieces = SmallPlacement<2>;

    impl SmallState<Pieces> for Count {
        type Derived = usize;

        fn derive(pieces: &Pieces, side: Side) -> usize {
            pieces.side(side).len()
        }

        fn hash(&self, pieces: &Pieces, side: Side) -> u64 {
            crate::fold(pieces.key(), u64::from(self.0) << 1 | side as u64)
        }
    }

    #[test]
    fn derived_values_are_updated() {
        let [a, b] = [3, 40].map(Square::new);
        let [x, y] = [Piece::new(Kind(0), Side::First), Piece::new(Kind(1), Side::Second)];
        let mut position = SmallPosition::new([(a, x)].into_iter().collect::<Pieces>(), Side::First, Count(0));
        let hash = position.hash();
        assert_eq!((position.derived, hash), (1, position.hash_from_scratch()));
        position.apply(Effect::Place { square: b, piece: y });
        position.apply(Effect::Swap { a, b });
        assert_eq!((position.piece_at(a), position.piece_at(b), position.derived), (Some(y), Some(x), 1));
        position.apply(Effect::Remove { square: b, piece: x });
        assert_eq!((position.derived, position.occupied()), (0, SquareSet::of(a)));
        position.begin_turn(Side::Second, Count(1));
        assert!(position.is_in_step() && position.derived == 1 && position.hash() != hash);
        position.side = Side::First;
        assert!(!position.is_in_step(), "a side was changed without a turn");
    }
}
