//! The board's geometry, known before any piece stands on it: neighbours, lines, colours.
//!
//! Squares are numbered `row * 11 + file` from a1 at the top left, so that a square's colour is the
//! parity of its number, and rows are runs of eleven bits.

use std::sync::LazyLock;

use entourage_kernel::{Square, SquareSet, Topology};

/// Files, and rows, of the board.
pub(crate) const SIZE: usize = 11;
/// Squares of the board.
pub(crate) const SQUARES: usize = SIZE * SIZE;
/// All squares.
pub(crate) const BOARD: SquareSet = SquareSet::first_squares(SQUARES);

/// Describes the board for drawing and naming; row 1 is at the top, the corners are dark.
pub(crate) static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(SIZE, SIZE, |row| row + 1, |file, row| (file + row).is_multiple_of(2)));

/// A step by files and rows.
pub(crate) type Step = (i8, i8);

/// The four orthogonal steps.
pub(crate) const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The four diagonal steps.
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square a step away, or `None` off the board.
#[inline]
pub(crate) const fn step(square: Square, (dx, dy): Step) -> Option<Square> {
    let x = (square.index() % SIZE) as i8 + dx;
    let y = (square.index() / SIZE) as i8 + dy;
    if x < 0 || y < 0 || x >= SIZE as i8 || y >= SIZE as i8 {
        None
    } else {
        Some(Square::new(y as usize * SIZE + x as usize))
    }
}

/// A set of squares for every square.
pub(crate) type Table = [SquareSet; SQUARES];

const fn steps_table(steps: &[Step]) -> Table {
    let mut table = [SquareSet::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(Square::new(square), steps[i]) {
                table[square].insert(to);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Orthogonal neighbours.
pub(crate) static ORTHOGONAL_NEIGHBOURS: Table = steps_table(&ORTHOGONAL);
/// Diagonal neighbours.
pub(crate) static DIAGONAL_NEIGHBOURS: Table = steps_table(&DIAGONAL);
/// Neighbours in all eight directions: what *adjacent* means.
pub(crate) static NEIGHBOURS: Table = {
    let (orthogonal, diagonal) = (steps_table(&ORTHOGONAL), steps_table(&DIAGONAL));
    let mut table = orthogonal;
    let mut square = 0;
    while square < SQUARES {
        table[square] = SquareSet(orthogonal[square].0 | diagonal[square].0);
        square += 1;
    }
    table
};
/// A knight's leaps.
pub(crate) static KNIGHT_LEAPS: Table = steps_table(&KNIGHT);

/// The squares in a straight line from each square, by direction: four orthogonal, then four diagonal.
///
/// Directions 0, 1, 4 and 5 lead to higher squares, the others to lower ones.
pub(crate) static RAYS: [Table; 8] = {
    let mut rays = [[SquareSet::EMPTY; SQUARES]; 8];
    let mut direction = 0;
    while direction < 8 {
        let by = if direction < 4 { ORTHOGONAL[direction] } else { DIAGONAL[direction - 4] };
        let mut square = 0;
        while square < SQUARES {
            let mut at = Square::new(square);
            while let Some(next) = step(at, by) {
                rays[direction][square].insert(next);
                at = next;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// Tells whether a direction of [`RAYS`] leads to higher squares.
#[inline]
pub(crate) const fn leads_up(direction: usize) -> bool {
    direction & 2 == 0
}

const DARK: u128 = 0x5555_5555_5555_5555_5555_5555_5555_5555;

/// Returns the squares of the other colour than a square's.
#[inline]
pub(crate) const fn other_colour(square: Square) -> SquareSet {
    SquareSet(BOARD.0 & if square.index().is_multiple_of(2) { !DARK } else { DARK })
}

/// Tells whether two squares are adjacent.
#[inline]
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    NEIGHBOURS[a.index()].contains(b)
}

const fn file_set(file: usize) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut row = 0;
    while row < SIZE {
        set.insert(Square::new(row * SIZE + file));
        row += 1;
    }
    set
}

const FIRST_FILE: SquareSet = file_set(0);
const LAST_FILE: SquareSet = file_set(SIZE - 1);

/// Returns the squares strictly between two squares of one row or of one file.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SquareSet {
    let (low, high) = if a < b { (a.index(), b.index()) } else { (b.index(), a.index()) };
    let range = ((1u128 << high) - 1) & !((2u128 << low) - 1);
    if low / SIZE == high / SIZE {
        SquareSet(range)
    } else {
        const FILES: [SquareSet; SIZE] = {
            let mut files = [SquareSet::EMPTY; SIZE];
            let mut file = 0;
            while file < SIZE {
                files[file] = file_set(file);
                file += 1;
            }
            files
        };
        SquareSet(range) & FILES[low % SIZE]
    }
}

/// Returns the union of the diagonal neighbours of all squares of a set.
#[inline]
pub(crate) fn spread_diagonally(set: SquareSet) -> SquareSet {
    let (left, right) = ((set - FIRST_FILE).0, (set - LAST_FILE).0);
    SquareSet((left >> 12 | left << 10 | right >> 10 | right << 12) & BOARD.0)
}

/// Returns the union of the orthogonal neighbours of all squares of a set.
#[inline]
pub(crate) fn spread_orthogonally(set: SquareSet) -> SquareSet {
    let (left, right) = ((set - FIRST_FILE).0, (set - LAST_FILE).0);
    SquareSet((left >> 1 | right << 1 | set.0 >> 11 | set.0 << 11) & BOARD.0)
}

/// A line through a square, cut at it: the squares of lower and of higher number.
#[derive(Clone, Copy)]
struct Line {
    lower: u128,
    upper: u128,
}

/// For every square its row, file, falling diagonal and rising diagonal.
static LINES: [[Line; 4]; SQUARES] = {
    let mut lines = [[Line { lower: 0, upper: 0 }; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            // Directions 0 and 1 and their opposites 2 and 3; 4 and 5 and their opposites 6 and 7.
            let up = if line < 2 { line } else { line + 2 };
            lines[square][line] = Line { lower: RAYS[up + 2][square].0, upper: RAYS[up][square].0 };
            line += 1;
        }
        square += 1;
    }
    lines
};

/// Returns the squares of a line up to and including the first occupied one on either side (obstruction difference).
#[inline]
fn slide(line: Line, occupied: u128) -> u128 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_lower = (1u128 << 127) >> (lower | 1).leading_zeros();
    (upper ^ upper.wrapping_sub(nearest_lower)) & (line.lower | line.upper)
}

/// Returns where a rook's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn rook(square: Square, occupied: SquareSet) -> SquareSet {
    let [row, file, ..] = LINES[square.index()];
    SquareSet(slide(row, occupied.0) | slide(file, occupied.0))
}

/// Returns where a bishop's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn bishop(square: Square, occupied: SquareSet) -> SquareSet {
    let [.., falling, rising] = LINES[square.index()];
    SquareSet(slide(falling, occupied.0) | slide(rising, occupied.0))
}

/// Returns where a queen's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn queen(square: Square, occupied: SquareSet) -> SquareSet {
    rook(square, occupied) | bishop(square, occupied)
}

/// Returns where an Android's straight or once bent move from a square could end, the first occupied squares included.
///
/// The relation is symmetric: the way back is as clear as the way there.
#[inline]
pub(crate) fn android(square: Square, occupied: SquareSet) -> SquareSet {
    let [row, file, ..] = LINES[square.index()];
    let (row, file) = (slide(row, occupied.0), slide(file, occupied.0));
    let empty = !occupied.0 & BOARD.0;
    let along_rows = {
        let (mut right, mut left) = (file & empty, file & empty);
        let (mut right_way, mut left_way) = (empty & !FIRST_FILE.0, empty & !LAST_FILE.0);
        let mut distance = 1;
        while distance < 16 {
            right |= right_way & right << distance;
            left |= left_way & left >> distance;
            right_way &= right_way << distance;
            left_way &= left_way >> distance;
            distance *= 2;
        }
        (right << 1 & !FIRST_FILE.0) | (left >> 1 & !LAST_FILE.0)
    };
    let along_files = {
        let (mut down, mut up) = (row & empty, row & empty);
        let (mut down_way, mut up_way) = (empty, empty);
        let mut distance = SIZE;
        while distance < 128 {
            down |= down_way & down << distance;
            up |= up_way & up >> distance;
            down_way &= down_way << distance;
            up_way &= up_way >> distance;
            distance *= 2;
        }
        down << SIZE | up >> SIZE
    };
    SquareSet((row | file | along_rows | along_files) & BOARD.0)
}
