//! Sets of spaces in a `u64`, laid out so that a step in any direction is a shift.
//!
//! The diamond is a 7 × 7 rhombus without two corners. The space `a` steps up-left and `b` steps up-right of a1 (both 0 to 6)
//! has bit `a + 8 * b`. The eighth bit of every row is always empty and absorbs shifts off the board.

use entourage_kernel::{Side, Square, SquareSet};

use crate::geometry::{Direction, SQUARES, WIDTHS, column, row, row_of};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cells(u64);

/// Length of tables indexed by the bit number of a space, including 64 for "no bit".
pub(crate) const CELLS: usize = 65;

static BITS: [u64; SQUARES] = {
    let mut bits = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::new(index);
        let (row, width) = (row(square), WIDTHS[row(square)]);
        // Twice the distance from the middle of the row, positive to the right.
        let right = (2 * column(square) + 1) as i32 - width as i32;
        let (a, b) = ((row as i32 - right) / 2, (row as i32 + right) / 2);
        bits[index] = 1 << (a + 8 * b);
        index += 1;
    }
    bits
};

/// The space of each bit; a1 for unused bits.
static SPACES: [Square; CELLS] = {
    let mut spaces = [Square::new(0); CELLS];
    let mut index = 0;
    while index < SQUARES {
        spaces[BITS[index].trailing_zeros() as usize] = Square::new(index);
        index += 1;
    }
    spaces
};

pub(crate) const BOARD: Cells = {
    let mut board = 0;
    let mut index = 0;
    while index < SQUARES {
        board |= BITS[index];
        index += 1;
    }
    Cells(board)
};

pub(crate) const fn rows_of(side: Side, first: usize, last: usize) -> Cells {
    let mut set = Cells::EMPTY;
    let mut index = 0;
    while index < SQUARES {
        let row = row_of(side, Square::new(index));
        if first <= row && row <= last {
            set = set.with(Square::new(index));
        }
        index += 1;
    }
    set
}

pub(crate) const HOME: [Cells; 2] = [rows_of(Side::First, 0, 2), rows_of(Side::Second, 0, 2)];
/// The row on which a White captures all enemies in their home base ("zaps"): the fourth row from the opponent's side.
pub(crate) const ZAP_ROW: [Cells; 2] = [rows_of(Side::First, 9, 9), rows_of(Side::Second, 9, 9)];

impl Cells {
    pub(crate) const EMPTY: Self = Self(0);

    #[inline]
    pub(crate) const fn of(square: Square) -> Self {
        Self(BITS[square.index()])
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of the lowest bit; 64 if there is none.
    #[inline]
    pub(crate) const fn bit(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    #[inline]
    pub(crate) const fn space(bit: usize) -> Square {
        SPACES[bit]
    }

    #[inline]
    pub(crate) const fn shifted(self, direction: Direction) -> Self {
        let bits = match direction {
            Direction::Left => self.0 >> 7,
            Direction::Right => self.0 << 7,
            Direction::UpLeft => self.0 << 1,
            Direction::UpRight => self.0 << 8,
            Direction::DownLeft => self.0 >> 8,
            Direction::DownRight => self.0 >> 1,
        };
        Self(bits & BOARD.0)
    }

    /// Returns the mirror image, with up-left and up-right swapped.
    #[inline]
    pub(crate) const fn mirrored(self) -> Self {
        let mut bits = self.0;
        // Transpose the bit matrix: first within 2 × 2 blocks, then within 4 × 4 blocks, then as a whole.
        let mut flips = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA;
        bits ^= flips ^ flips << 7;
        flips = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC;
        bits ^= flips ^ flips << 14;
        flips = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0;
        Self(bits ^ flips ^ flips << 28)
    }

    #[inline]
    pub(crate) const fn contains(self, square: Square) -> bool {
        self.0 & BITS[square.index()] != 0
    }

    #[inline]
    pub(crate) const fn with(self, square: Square) -> Self {
        Self(self.0 | BITS[square.index()])
    }

    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) fn spaces(self) -> impl Iterator<Item = Square> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let space = (bits != 0).then(|| Self::space(bits.trailing_zeros() as usize))?;
            bits &= bits - 1;
            Some(space)
        })
    }

    pub(crate) fn squares(self) -> SquareSet {
        self.spaces().collect()
    }
}

impl FromIterator<Square> for Cells {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

entourage_kernel::set_operators!(Cells);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{DIRECTIONS, TOPOLOGY, neighbour};

    #[test]
    fn mirroring_reverses_rows() {
        for square in TOPOLOGY.all() {
            let row = row(square);
            let image = crate::geometry::at(row, WIDTHS[row] - 1 - column(square));
            assert_eq!(Cells::of(square).mirrored(), Cells::of(image), "{square:?}");
        }
        assert_eq!(HOME[0].mirrored(), HOME[0]);
    }

    #[test]
    fn shifts_match_neighbours() {
        for square in TOPOLOGY.all() {
            assert_eq!(Cells::of(square).spaces().collect::<Vec<_>>(), [square]);
            for direction in DIRECTIONS {
                let next: Cells = neighbour(square, direction).into_iter().collect();
                assert_eq!(Cells::of(square).shifted(direction), next, "{square:?} {direction:?}");
            }
        }
        assert_eq!((BOARD.len(), BOARD.squares()), (SQUARES, crate::geometry::BOARD));
    }
}
