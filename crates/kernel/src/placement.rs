use crate::{Kind, Piece, Side, Square, SquareSet};

/// The pieces on the board, both as sets of squares by side and kind and as a mailbox (an array of pieces by square).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement<const KINDS: usize> {
    kinds: [[SquareSet; KINDS]; 2],
    sides: [SquareSet; 2],
    mailbox: [u8; 128],
}

const VACANT: u8 = u8::MAX;

impl<const KINDS: usize> Default for Placement<KINDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const KINDS: usize> FromIterator<(Square, Piece)> for Placement<KINDS> {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Self {
        let mut placement = Self::EMPTY;
        pieces.into_iter().for_each(|(square, piece)| placement.put(square, piece));
        placement
    }
}

impl<const KINDS: usize> Placement<KINDS> {
    /// The empty board.
    pub const EMPTY: Self =
        Self { kinds: [[SquareSet::EMPTY; KINDS]; 2], sides: [SquareSet::EMPTY; 2], mailbox: [VACANT; 128] };

    /// Returns the piece on a square, or `None` if it is empty.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let code = self.mailbox[square.index()];
        if code == VACANT { None } else { Some(Piece::from_index(code)) }
    }

    /// Returns the squares of one side's pieces of a kind.
    #[inline]
    pub fn of(&self, side: Side, kind: Kind) -> SquareSet {
        self.kinds[side.index()][kind.index()]
    }

    /// Returns the squares of both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> SquareSet {
        self.kinds[0][kind.index()] | self.kinds[1][kind.index()]
    }

    /// Returns the squares of one side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> SquareSet {
        self.sides[side.index()]
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.sides[0] | self.sides[1]
    }

    /// Returns the pieces with their squares, in ascending order of index.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Puts a piece on a square, replacing any piece there.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.kinds[piece.side().index()][piece.kind().index()].insert(square);
        self.sides[piece.side().index()].insert(square);
        self.mailbox[square.index()] = piece.index() as u8;
    }

    /// Removes and returns the piece on a square.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.kinds[piece.side().index()][piece.kind().index()].remove(square);
        self.sides[piece.side().index()].remove(square);
        self.mailbox[square.index()] = VACANT;
        Some(piece)
    }

    /// Moves a piece from its square to an empty one.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert!(self.piece_at(from) == Some(piece) && self.piece_at(to).is_none());
        let both = SquareSet::of(from) ^ SquareSet::of(to);
        self.kinds[piece.side().index()][piece.kind().index()] ^= both;
        self.sides[piece.side().index()] ^= both;
        self.mailbox[from.index()] = VACANT;
        self.mailbox[to.index()] = piece.index() as u8;
    }
}
