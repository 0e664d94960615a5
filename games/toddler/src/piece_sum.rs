//! Piece-square values, updated incrementally.

use entourage_kernel::{FixedWeights, Kind, Piece, Side, Square, SquareSet, Tally, WEIGHT_UNIT};

use crate::bare::Pieces;
use crate::geometry::{SIZE, SQUARES, file_span, row_span};
use crate::piece::{KINDS, SOLDIER, TODDLER};
use crate::terms::{ADVANCE, CENTRAL, INWARD, WORTH};
use crate::worth::InUse;

/// The part of the evaluation that is a sum over single pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceSum {
    /// The sum of all piece-square values from the first side's perspective, in weight units ([`WEIGHT_UNIT`]).
    sum: i32,
    material: i32,
}

impl PieceSum {
    pub(crate) fn of(pieces: &Pieces) -> Self {
        let mut piece_sum = Self::default();
        pieces.pieces().for_each(|(square, piece)| piece_sum.put(piece, square));
        piece_sum
    }

    #[inline]
    pub(crate) fn sum(self) -> i32 {
        self.sum
    }

    #[inline]
    pub(crate) fn lead(self) -> i32 {
        self.material / WEIGHT_UNIT
    }

    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.sum += worth(piece, square);
        self.material += material(piece);
    }

    #[inline]
    pub(crate) fn take(&mut self, piece: Piece, square: Square) {
        self.sum -= worth(piece, square);
        self.material -= material(piece);
    }

    #[inline]
    pub(crate) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.sum += worth(piece, to) - worth(piece, from);
    }
}

#[inline]
fn worth(piece: Piece, square: Square) -> i32 {
    PLACES[piece.index()][square.index() & 127].into()
}

#[inline]
fn material(piece: Piece) -> i32 {
    let worth = InUse::VALUES[WORTH + piece.kind().index()];
    if piece.side() == Side::First { worth } else { -worth }
}

pub(crate) fn terms(pieces: &Pieces, tally: &mut impl Tally) {
    for (square, piece) in pieces.pieces() {
        let sign = if piece.side() == Side::First { 1 } else { -1 };
        for (term, count) in counts(piece.kind(), piece.side(), square) {
            tally.add(term, sign * count);
        }
    }
}

const fn counts(kind: Kind, side: Side, square: Square) -> [(usize, i32); 3] {
    let central = CENTRE.contains(square) as i32;
    let (file, row) = (square.index() % SIZE, square.index() / SIZE);
    let own = match kind {
        SOLDIER => (ADVANCE + advance(row, side), 1),
        TODDLER => {
            let (files, rows) = (file.abs_diff(SIZE / 2), row.abs_diff(SIZE / 2));
            (INWARD, (SIZE / 2 - if files > rows { files } else { rows }) as i32)
        }
        _ => (INWARD, 0),
    };
    [(WORTH + kind.index(), 1), (CENTRAL + kind.index(), central), own]
}

const CENTRE: SquareSet = SquareSet(file_span(3, 7).0 & row_span(3, 7).0);

const fn advance(row: usize, side: Side) -> usize {
    let rows = match side {
        Side::First => 8_usize.saturating_sub(row),
        Side::Second => row.saturating_sub(2),
    };
    if rows < 7 { rows } else { 7 }
}

/// Piece-square tables from the first side's perspective, in weight units ([`WEIGHT_UNIT`]).
static PLACES: [[i16; 128]; 2 * KINDS] = {
    let mut table = [[0; 128]; 2 * KINDS];
    let mut piece = 0;
    while piece < 2 * KINDS {
        let kind = Kind((piece / 2) as u8);
        let (side, sign) =
            if piece % 2 == Side::First as usize { (Side::First, 1) } else { (Side::Second, -1) };
        let mut square = 0;
        while square < SQUARES {
            let counts = counts(kind, side, Square::new(square));
            let mut sum = 0;
            let mut index = 0;
            while index < counts.len() {
                let (term, count) = counts[index];
                sum += InUse::VALUES[term] * count;
                index += 1;
            }
            assert!(sum <= i16::MAX as i32 && sum >= -(i16::MAX as i32));
            table[Piece::new(kind, side).index()][square] = (sign * sum) as i16;
            square += 1;
        }
        piece += 1;
    }
    table
};
