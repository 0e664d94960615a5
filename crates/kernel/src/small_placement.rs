use crate::zobrist::{fold, mix};
use crate::{Kind, Piece, Side, SmallSet, Square};

/// The pieces on a board of up to 64 squares, only as sets of squares by kind and by side, so that copies are fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallPlacement<const KINDS: usize> {
    kinds: [SmallSet; KINDS],
    sides: [SmallSet; 2],
}

impl<const KINDS: usize> FromIterator<(Square, Piece)> for SmallPlacement<KINDS> {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Self {
        let mut placement = Self::EMPTY;
        pieces.into_iter().for_each(|(square, piece)| placement.put(square, piece));
        placement
    }
}

impl<const KINDS: usize> SmallPlacement<KINDS> {
    /// The empty board.
    pub const EMPTY: Self = Self { kinds: [SmallSet::EMPTY; KINDS], sides: [SmallSet::EMPTY; 2] };

    /// Returns the piece on a square, or `None` if it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.side(side).contains(square))?;
        Some(Piece::new(self.kind_at(square), side))
    }

    /// Returns the kind of the piece on a square, or the first kind if the square is empty.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Kind {
        // A sum instead of branches, since branches on the contents of a square are unpredictable.
        let numbers = (0..).zip(self.kinds).map(|(kind, set)| if set.contains(square) { kind } else { 0 });
        Kind(numbers.sum())
    }

    /// Returns the squares of one side's pieces of a kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> SmallSet {
        self.kind(kind) & self.side(side)
    }

    /// Returns the squares of both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> SmallSet {
        self.kinds[kind.index()]
    }

    /// Returns the squares of one side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> SmallSet {
        self.sides[side.index()]
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> SmallSet {
        self.sides[0] | self.sides[1]
    }

    /// Returns the pieces with their squares, in ascending order of index.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Removes all pieces from a set of squares.
    #[inline]
    pub fn clear(&mut self, squares: SmallSet) {
        self.kinds.iter_mut().for_each(|set| *set -= squares);
        self.sides.iter_mut().for_each(|set| *set -= squares);
    }

    /// Puts pieces of one kind and side on empty squares.
    #[inline]
    pub fn fill(&mut self, squares: SmallSet, kind: Kind, side: Side) {
        self.kinds[kind.index()] |= squares;
        self.sides[side.index()] |= squares;
    }

    /// Puts a piece on a square, replacing any piece there.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(SmallSet::of(square));
        self.fill(SmallSet::of(square), piece.kind(), piece.side());
    }

    /// Removes and returns the piece on a square.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.clear(SmallSet::of(square));
        Some(piece)
    }

    /// Returns a well-mixed 64-bit key, equal for equal placements.
    #[inline]
    pub fn key(&self) -> u64 {
        let pairs = self.kinds.chunks(2).zip(1..).map(|(pair, number): (_, u64)| {
            let second = pair.get(1).map_or(0, |set| set.0);
            // Each pair of kinds has its own salt, so that the keys of two pairs with equal sets do not cancel out.
            fold(pair[0].0 ^ mix(number), second)
        });
        pairs.fold(fold(self.sides[0].0, self.sides[1].0), |key, pair| key ^ pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_moved_and_taken() {
        let [a, b, c] = [0, 17, 63].map(Square::new);
        let [x, y] = [Piece::new(Kind(0), Side::Second), Piece::new(Kind(2), Side::First)];
        let mut pieces = SmallPlacement::<3>::EMPTY;
        pieces.put(a, x);
        pieces.put(b, y);
        let key = pieces.key();
        crate::SmallPieces::apply(&mut pieces, crate::Effect::Swap { a, b });
        assert_eq!((pieces.piece_at(a), pieces.piece_at(b), pieces.piece_at(c)), (Some(y), Some(x), None));
        assert_ne!(pieces.key(), key);
        crate::SmallPieces::apply(&mut pieces, crate::Effect::Move { from: b, to: c });
        let kings = [Side::Second, Side::First].map(|side| pieces.of(side, Kind(0)));
        assert_eq!(kings, [SmallSet::of(c), SmallSet::EMPTY]);
        assert_eq!(pieces.pieces().collect::<Vec<_>>(), [(a, y), (c, x)]);
        assert_eq!((pieces.take(a), pieces.take(a), pieces.occupied()), (Some(y), None, SmallSet::of(c)));
    }
}
