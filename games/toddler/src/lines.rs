//! Attacks of sliding pieces: queens, bishops, and the Android, which can turn once.
//!
//! Attack sets extend to and include the first occupied square in each direction, whichever side occupies it. An Android's set is stored in two
//! halves, row first and file first, so that each half can be updated line by line; straight moves are in both halves.

use entourage_kernel::{Square, SquareSet};

use crate::geometry::{
    BOARD, DIAGONAL, FIRST_FILE, LAST_FILE, ORTHOGONAL, SIZE, SQUARES, SetTable, Step, Table, crossing,
    difference, file_number, file_span, rectangle, row_span, row_start, step,
};

/// A line through a square, split into the squares with lower and with higher numbers.
#[derive(Clone, Copy)]
struct Line {
    lower: u128,
    upper: u128,
}

static LINES: Table<[Line; 4]> = {
    let mut lines = Table::filled([Line { lower: 0, upper: 0 }; 4]);
    let mut square = 0;
    while square < SQUARES {
        lines.set(
            square,
            [
                line(square, ORTHOGONAL[0]),
                line(square, ORTHOGONAL[1]),
                line(square, DIAGONAL[0]),
                line(square, DIAGONAL[1]),
            ],
        );
        square += 1;
    }
    lines
};

/// Index of the row in an entry of [`LINES`]; the indices of the other lines follow.
const ROW: usize = 0;
const FILE: usize = 1;
const FALLING: usize = 2;
const RISING: usize = 3;

const fn line(square: usize, up: Step) -> Line {
    Line { lower: ray(square, (-up.0, -up.1)), upper: ray(square, up) }
}

const fn ray(from: usize, by: Step) -> u128 {
    let mut ray = 0;
    let mut at = Square::new(from);
    while let Some(next) = step(at, by) {
        ray |= 1 << next.index();
        at = next;
    }
    ray
}

/// Returns the squares of a line up to and including the first occupied one on each side (obstruction difference).
#[inline]
fn slide(line: Line, occupied: SquareSet) -> SquareSet {
    let lower = line.lower & occupied.0;
    let upper = line.upper & occupied.0;
    SquareSet((upper ^ upper.wrapping_sub(highest_or_first(lower))) & (line.lower | line.upper))
}

/// Returns the highest set bit, or bit 0 if none is set.
#[inline]
fn highest_or_first(bits: u128) -> u128 {
    let (high, low) = ((bits >> 64) as u64, bits as u64 | 1);
    // Branch-free, because the branch would be unpredictable.
    let top = |half: u64, counts: bool| (u64::from(counts) << 63) >> (half.leading_zeros() & 63);
    (top(high, high != 0) as u128) << 64 | top(low, high == 0) as u128
}

#[inline]
pub(crate) fn bishop(from: Square, occupied: SquareSet) -> SquareSet {
    slide(LINES[from][RISING], occupied) | slide(LINES[from][FALLING], occupied)
}

#[inline]
pub(crate) fn queen(from: Square, occupied: SquareSet) -> SquareSet {
    slide(LINES[from][ROW], occupied) | slide(LINES[from][FILE], occupied) | bishop(from, occupied)
}

/// Returns the squares that an Android attacks, straight or with one turn. The relation is symmetric.
#[inline]
pub(crate) fn android(from: Square, occupied: SquareSet) -> SquareSet {
    row_first(from, occupied) | file_first(from, occupied)
}

/// Returns the squares that an Android attacks along its row, or along its row and then a file.
#[inline]
pub(crate) fn row_first(from: Square, occupied: SquareSet) -> SquareSet {
    let along = slide(LINES[from][ROW], occupied);
    // The files of the Android and of the squares that it passes: their bits in the first row, repeated in every row.
    let passed = (along - occupied).with(from).0 >> row_start(from);
    let files = FIRST_FILE.0.wrapping_mul(passed);
    // In every file, mask out the squares behind the first piece above and below the row.
    let (mut up, mut down) = (occupied.0 & HIGHER_ROWS[from].0, occupied.0 & LOWER_ROWS[from].0);
    let mut distance = SIZE;
    while distance < SQUARES {
        up |= up << distance;
        down |= down >> distance;
        distance *= 2;
    }
    let in_sight = HIGHER_ROWS[from].0 & !(up << SIZE) | LOWER_ROWS[from].0 & !(down >> SIZE);
    along | SquareSet(files & in_sight)
}

/// Returns the squares that an Android attacks along its file, or along its file and then a row.
#[inline]
pub(crate) fn file_first(from: Square, occupied: SquareSet) -> SquareSet {
    let along = slide(LINES[from][FILE], occupied);
    // The rows of the Android and of the squares that it passes: a run of bits from each row's first square.
    let passed = (along - occupied).with(from).0 >> file_number(from);
    let rows = (passed << SIZE) - passed;
    // To the right, subtract within every row, which borrows from the first piece or, if there is none, from the last file.
    let (right, left) = (RIGHT_FILES[from].0, LEFT_FILES[from].0);
    let pieces = (occupied | LAST_FILE).0 & right;
    let next_file = right & !(right << 1);
    let to_right = pieces ^ (pieces - next_file);
    // To the left, mask out the squares behind the first piece.
    let mut behind = (occupied.0 & left) >> 1 & !LAST_FILE.0;
    behind |= behind >> 1 & const { file_span(0, 9).0 };
    behind |= behind >> 2 & const { file_span(0, 8).0 };
    behind |= behind >> 4 & const { file_span(0, 6).0 };
    behind |= behind >> 8 & const { file_span(0, 2).0 };
    along | SquareSet(rows & (left & !behind | to_right))
}

/// The shape of an attack set: straight lines through the piece, or one of the two halves of an Android's set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    Queen,
    Bishop,
    RowFirst,
    FileFirst,
}

impl Sight {
    #[inline]
    pub(crate) fn look(self, from: Square, occupied: SquareSet) -> SquareSet {
        match self {
            Self::Queen => queen(from, occupied),
            Self::Bishop => bishop(from, occupied),
            Self::RowFirst => row_first(from, occupied),
            Self::FileFirst => file_first(from, occupied),
        }
    }

    /// Updates the attack set `before` of a piece after the occupancy of the squares `changed` has changed.
    #[inline]
    pub(crate) fn look_again(
        self,
        before: SquareSet,
        from: Square,
        occupied: SquareSet,
        changed: SquareSet,
    ) -> SquareSet {
        // If the first leg has changed, compute the whole set again.
        let to_corners = match self {
            Self::Queen | Self::Bishop => 0,
            Self::RowFirst => whole(LINES[from][ROW]),
            Self::FileFirst => whole(LINES[from][FILE]),
        };
        if changed.0 & to_corners != 0 {
            return self.look(from, occupied);
        }
        (changed & before).into_iter().fold(before, |set, square| {
            let (corner, line) = match self {
                Self::Queen | Self::Bishop => (from, direction(from, square)),
                Self::RowFirst => (crossing(square, from), FILE),
                Self::FileFirst => (crossing(from, square), ROW),
            };
            let line = LINES[corner][line];
            SquareSet(set.0 & !whole(line)) | slide(line, occupied)
        })
    }
}

/// Returns the index in [`LINES`] of the line from one square to another.
#[inline]
fn direction(from: Square, to: Square) -> usize {
    let (files, rows) = difference(from, to);
    if rows == 0 {
        ROW
    } else if files == 0 {
        FILE
    } else if files == rows {
        FALLING
    } else {
        RISING
    }
}

#[inline]
fn whole(line: Line) -> u128 {
    line.lower | line.upper
}

static HIGHER_ROWS: SetTable = regions_table(0);
static LOWER_ROWS: SetTable = regions_table(1);
static RIGHT_FILES: SetTable = regions_table(2);
static LEFT_FILES: SetTable = regions_table(3);

const fn regions_table(region: usize) -> SetTable {
    let mut table = Table::filled(SquareSet::EMPTY);
    let mut square = 0;
    while square < SQUARES {
        let (file, row) = (square % SIZE, square / SIZE);
        let set = match region {
            0 => BOARD.0 & !row_span(0, row).0,
            1 => row_span(0, row).0 & !row_span(row, row).0,
            2 => BOARD.0 & !file_span(0, file).0,
            _ => file_span(0, file).0 & !file_span(file, file).0,
        };
        table.set(square, SquareSet(set));
        square += 1;
    }
    table
}

/// Returns the squares strictly between two squares of a diagonal; the result is undefined for other pairs.
#[inline]
pub(crate) fn diagonal_between(a: Square, b: Square) -> SquareSet {
    SquareSet(rectangle(a, b).0 & (whole(LINES[a][RISING]) | whole(LINES[a][FALLING]))).without(b)
}

/// Returns the squares that an Android passes when it moves along the row first. For squares on the same row or file,
/// this is the straight path, as for [`file_first_way`].
#[inline]
pub(crate) fn row_first_way(from: Square, to: Square) -> SquareSet {
    SquareSet(rectangle(from, to).0 & (whole(LINES[from][ROW]) | whole(LINES[to][FILE])))
        .without(from)
        .without(to)
}

#[inline]
pub(crate) fn file_first_way(from: Square, to: Square) -> SquareSet {
    row_first_way(to, from)
}

pub(crate) static ROOK_LINES: SetTable = crossed(ROW, FILE);
pub(crate) static BISHOP_LINES: SetTable = crossed(FALLING, RISING);

const fn crossed(one: usize, other: usize) -> SetTable {
    let mut table = Table::filled(SquareSet::EMPTY);
    let mut square = 0;
    while square < SQUARES {
        let lines = LINES.get(square);
        let (one, other) = (lines[one], lines[other]);
        table.set(square, SquareSet(one.lower | one.upper | other.lower | other.upper));
        square += 1;
    }
    table
}
