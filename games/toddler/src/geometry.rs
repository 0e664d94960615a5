//! The geometry of the board: neighbours, lines, colours.
//!
//! Squares are numbered `row * 11 + file` from a1 at the top left, so that a square's colour is the parity of its number,
//! and a row is a run of eleven bits in a set.

use std::ops::Index;
use std::sync::LazyLock;

use entourage_kernel::{Square, SquareSet, Topology};

pub(crate) const SIZE: usize = 11;
pub(crate) const SQUARES: usize = SIZE * SIZE;
pub(crate) const BOARD: SquareSet = SquareSet::first_squares(SQUARES);

/// The board: row 1 is at the top, and the corners are dark.
pub(crate) static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(SIZE, SIZE, |row| row + 1, |file, row| (file + row).is_multiple_of(2)));

pub(crate) type Step = (i8, i8);

pub(crate) const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square one step away; `None` off the board.
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

/// A square off the board for captured pieces, with an empty entry in every table.
pub(crate) const NOWHERE: Square = Square::new(Square::LIMIT - 1);

/// A table by square, including [`NOWHERE`].
#[derive(Clone, Copy)]
pub(crate) struct Table<T>([T; 128]);

impl<T: Copy> Table<T> {
    pub(crate) const fn filled(entry: T) -> Self {
        Self([entry; 128])
    }

    pub(crate) const fn get(&self, square: usize) -> T {
        self.0[square]
    }

    pub(crate) const fn set(&mut self, square: usize, entry: T) {
        self.0[square] = entry;
    }
}

impl<T> Index<Square> for Table<T> {
    type Output = T;
    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index() & 127]
    }
}

pub(crate) type SetTable = Table<SquareSet>;

const NO_SETS: SetTable = Table::filled(SquareSet::EMPTY);

const fn steps_table(steps: &[Step]) -> SetTable {
    let mut table = NO_SETS;
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(Square::new(square), steps[i]) {
                table.0[square].insert(to);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

pub(crate) static ORTHOGONAL_NEIGHBOURS: SetTable = steps_table(&ORTHOGONAL);
pub(crate) static DIAGONAL_NEIGHBOURS: SetTable = steps_table(&DIAGONAL);
/// Neighbours of each square in all eight directions; the rules call these squares adjacent.
pub(crate) static NEIGHBOURS: SetTable = {
    let (orthogonal, diagonal) = (steps_table(&ORTHOGONAL), steps_table(&DIAGONAL));
    let mut table = orthogonal;
    let mut square = 0;
    while square < SQUARES {
        table.0[square] = SquareSet(orthogonal.0[square].0 | diagonal.0[square].0);
        square += 1;
    }
    table
};
/// The squares within two king steps, which include all that a Soldier, Captain or Phoenix attacks.
pub(crate) static NEAR: SetTable = within(2);
pub(crate) static WITHIN_THREE: SetTable = within(3);

/// Returns the squares within `steps` king steps of each square, including itself.
pub(crate) const fn within(steps: usize) -> SetTable {
    let mut table = NO_SETS;
    let mut square = 0;
    while square < SQUARES {
        let (file, row) = (square % SIZE, square / SIZE);
        let (right, bottom) = (file + steps, row + steps);
        let files = file_span(file.saturating_sub(steps), if right < SIZE { right } else { SIZE - 1 });
        let rows = row_span(row.saturating_sub(steps), if bottom < SIZE { bottom } else { SIZE - 1 });
        table.0[square] = SquareSet(files.0 & rows.0);
        square += 1;
    }
    table
}

pub(crate) static KNIGHT_LEAPS: SetTable = steps_table(&KNIGHT);

const DARK: u128 = 0x5555_5555_5555_5555_5555_5555_5555_5555;

#[inline]
pub(crate) const fn other_colour(square: Square) -> SquareSet {
    SquareSet(BOARD.0 & if square.index().is_multiple_of(2) { !DARK } else { DARK })
}

#[inline]
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    NEIGHBOURS[a].contains(b)
}

static COORDINATES: Table<[u8; 2]> = {
    let mut table = Table::filled([0; 2]);
    let mut square = 0;
    while square < SQUARES {
        table.0[square] = [(square % SIZE) as u8, (square / SIZE) as u8];
        square += 1;
    }
    table
};

#[inline]
pub(crate) fn crossing(file_of: Square, row_of: Square) -> Square {
    Square::new((row_start(row_of) + file_number(file_of)) as usize)
}

#[inline]
pub(crate) fn difference(from: Square, to: Square) -> (i8, i8) {
    let ([file, row], [to_file, to_row]) = (COORDINATES[from], COORDINATES[to]);
    (to_file as i8 - file as i8, to_row as i8 - row as i8)
}

#[inline]
pub(crate) fn file_number(square: Square) -> u8 {
    COORDINATES[square][0]
}

#[inline]
pub(crate) fn row_start(square: Square) -> u8 {
    COORDINATES[square][1] * SIZE as u8
}

pub(crate) const fn file_span(first: usize, last: usize) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut row = 0;
    while row < SIZE {
        let mut file = first;
        while file <= last {
            set.insert(Square::new(row * SIZE + file));
            file += 1;
        }
        row += 1;
    }
    set
}

pub(crate) const fn row_span(first: usize, last: usize) -> SquareSet {
    SquareSet(SquareSet::first_squares((last + 1) * SIZE).0 & !SquareSet::first_squares(first * SIZE).0)
}

pub(crate) const FIRST_FILE: SquareSet = file_span(0, 0);
pub(crate) const LAST_FILE: SquareSet = file_span(SIZE - 1, SIZE - 1);

/// Entry `a * SIZE + b` contains the squares of the files and of the rows from `a` to `b` inclusive.
static SPANS: Table<[SquareSet; 2]> = {
    let mut table = Table::filled([SquareSet::EMPTY; 2]);
    let mut pair = 0;
    while pair < SQUARES {
        let (a, b) = (pair / SIZE, pair % SIZE);
        let (first, last) = if a < b { (a, b) } else { (b, a) };
        table.0[pair] = [file_span(first, last), row_span(first, last)];
        pair += 1;
    }
    table
};

/// Returns the rectangle with the two squares as opposite corners, inclusive.
#[inline]
pub(crate) fn rectangle(a: Square, b: Square) -> SquareSet {
    let ([file_a, row_a], [file_b, row_b]) = (COORDINATES[a], COORDINATES[b]);
    let pair = |a: u8, b: u8| (a as usize * SIZE + b as usize) & 127;
    SPANS.0[pair(file_a, file_b)][0] & SPANS.0[pair(row_a, row_b)][1]
}

pub(crate) const ORTHOGONAL_SHIFTS: [isize; 4] = [1, SIZE as isize, -1, -(SIZE as isize)];
pub(crate) const DIAGONAL_SHIFTS: [isize; 4] =
    [SIZE as isize + 1, SIZE as isize - 1, -(SIZE as isize) - 1, 1 - SIZE as isize];

/// Shifts a set by one step, specified as the difference of square numbers. The result can include squares below the last row.
#[inline]
pub(crate) const fn shifted(set: SquareSet, by: isize) -> SquareSet {
    let leaves = match by {
        1 | 12 | -10 => LAST_FILE.0,
        -1 | -12 | 10 => FIRST_FILE.0,
        _ => 0,
    };
    let stays = set.0 & !leaves;
    SquareSet(if by > 0 { stays << by } else { stays >> -by })
}

#[inline]
pub(crate) fn step_diagonally(set: SquareSet) -> [SquareSet; 4] {
    let (left, right) = ((set - FIRST_FILE).0, (set - LAST_FILE).0);
    [left >> 12, left << 10, right >> 10, right << 12].map(|bits| SquareSet(bits & BOARD.0))
}

#[inline]
pub(crate) fn spread_diagonally(set: SquareSet) -> SquareSet {
    let [a, b, c, d] = step_diagonally(set);
    a | b | c | d
}

#[inline]
pub(crate) fn spread_orthogonally(set: SquareSet) -> SquareSet {
    let (left, right) = ((set - FIRST_FILE).0, (set - LAST_FILE).0);
    SquareSet((left >> 1 | right << 1 | set.0 >> 11 | set.0 << 11) & BOARD.0)
}
