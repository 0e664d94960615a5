use entourage_kernel::{Kind, Piece, Side, SmallPieces, Square, SquareSet};

use crate::cells::Cells;
use crate::piece::{KINDS, WHITE};

/// The placement of the pieces; a side has at most one piece of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    sides: [Cells; 2],
    whereabouts: [Whereabouts; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Whereabouts(u64);

const ABSENT: u8 = 127;
const ONES: u64 = u64::from_ne_bytes([1; 8]);
const TOPS: u64 = ONES << 7;

impl Whereabouts {
    const EMPTY: Self = Self(u64::from_ne_bytes([ABSENT; 8]));

    #[inline]
    const fn find(self, kind: Kind) -> Option<Square> {
        let byte = (self.0 >> (8 * kind.index())) as u8;
        if byte == ABSENT { None } else { Some(Square::new(byte as usize)) }
    }

    #[inline]
    const fn kind_at(self, square: Square) -> Kind {
        // Finds the lowest zero byte exactly, regardless of the higher bytes.
        let zero = self.0 ^ (ONES * square.index() as u64);
        let found = zero.wrapping_sub(ONES) & !zero & TOPS;
        Kind((found.trailing_zeros() / 8) as u8)
    }

    #[inline]
    const fn set(&mut self, kind: Kind, byte: u8) {
        let shift = 8 * kind.index();
        self.0 = self.0 & !(0xFF << shift) | (byte as u64) << shift;
    }
}

impl SmallPieces for Pieces {
    const EMPTY: Self = Self { sides: [Cells::EMPTY; 2], whereabouts: [Whereabouts::EMPTY; 2] };

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = if self.side(Side::Second).contains(square) { Side::Second } else { Side::First };
        self.kind_at(side, square).map(|kind| Piece::new(kind, side))
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.occupied().squares()
    }

    /// Also removes the piece from the space where it was.
    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        let (side, kind) = (piece.side(), piece.kind());
        debug_assert!(!self.occupied().contains(square));
        self.sides[side.index()] ^= self.cell(side, kind) | Cells::of(square);
        self.whereabouts[side.index()].set(kind, square.index() as u8);
    }

    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.remove(square, piece);
        Some(piece)
    }
}

impl Pieces {
    #[inline]
    pub(crate) const fn keys(&self) -> [u64; 2] {
        [self.whereabouts[0].0, self.whereabouts[1].0]
    }

    #[inline]
    pub(crate) const fn side(&self, side: Side) -> Cells {
        self.sides[side.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Cells {
        self.sides[0] | self.sides[1]
    }

    /// Returns the spaces of a side's pieces except its White.
    #[inline]
    pub(crate) fn nonwhite(&self, side: Side) -> Cells {
        self.side(side) - self.cell(side, WHITE)
    }

    #[inline]
    pub(crate) const fn find(&self, side: Side, kind: Kind) -> Option<Square> {
        self.whereabouts[side.index()].find(kind)
    }

    #[inline]
    pub(crate) const fn white(&self, side: Side) -> Option<Square> {
        self.find(side, WHITE)
    }

    #[inline]
    pub(crate) fn cell(&self, side: Side, kind: Kind) -> Cells {
        self.find(side, kind).map_or(Cells::EMPTY, Cells::of)
    }

    #[inline]
    pub(crate) const fn kind_at(&self, side: Side, square: Square) -> Option<Kind> {
        let kind = self.whereabouts[side.index()].kind_at(square);
        if kind.index() < KINDS { Some(kind) } else { None }
    }

    pub(crate) fn list(&self) -> impl Iterator<Item = (Square, Piece)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            let kinds = (0..KINDS as u8).map(Kind);
            kinds.filter_map(move |kind| Some((self.find(side, kind)?, Piece::new(kind, side))))
        })
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square, piece: Piece) {
        let side = piece.side().index();
        self.sides[side] ^= Cells::of(square);
        self.whereabouts[side].set(piece.kind(), ABSENT);
    }

    #[inline]
    pub(crate) fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let side = piece.side().index();
        self.sides[side] ^= Cells::of(from) | Cells::of(to);
        self.whereabouts[side].set(piece.kind(), to.index() as u8);
    }
}
