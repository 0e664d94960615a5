//! The board's geometry: squares numbered `row * 8 + file` from a8 at the top left, neighbours, lines.

use std::sync::LazyLock;

use entourage_kernel::{Side, Square, SquareSet, Topology};

/// Files, and ranks, of the board.
pub(crate) const SIZE: usize = 8;
/// Squares of the board.
pub(crate) const SQUARES: usize = SIZE * SIZE;

/// Describes the board for drawing and naming.
pub(crate) static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(SIZE, SIZE, |row| SIZE - row, |file, row| !(file + row).is_multiple_of(2)));

/// A step by files and by rows downwards.
pub(crate) type Step = (i8, i8);

/// The four orthogonal steps.
pub(crate) const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The four diagonal steps.
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The eight leaps of a knight.
pub(crate) const LEAPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the square a step away, or `None` off the board.
pub(crate) const fn step(square: Square, (dx, dy): Step) -> Option<Square> {
    let x = (square.index() % SIZE) as i8 + dx;
    let y = (square.index() / SIZE) as i8 + dy;
    if x < 0 || y < 0 || x >= SIZE as i8 || y >= SIZE as i8 {
        None
    } else {
        Some(Square::new(y as usize * SIZE + x as usize))
    }
}

/// Returns the row of a rank counted from a side's own: 0 is its first rank, 7 its last.
pub(crate) const fn row_of_rank(side: Side, rank: usize) -> usize {
    match side {
        Side::First => SIZE - 1 - rank,
        Side::Second => rank,
    }
}

/// Returns the square of a file on a rank counted from a side's own.
pub(crate) const fn on_rank(side: Side, rank: usize, file: usize) -> Square {
    Square::new(row_of_rank(side, rank) * SIZE + file)
}

/// Returns a side's rank of a square, counted from its own, 0 to 7.
pub(crate) const fn rank_of(side: Side, square: Square) -> usize {
    row_of_rank(side, square.index() / SIZE)
}

/// Returns the step forwards of a side's pawns.
pub(crate) const fn forward(side: Side) -> Step {
    match side {
        Side::First => (0, -1),
        Side::Second => (0, 1),
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

/// Neighbours in all eight directions.
pub(crate) static NEIGHBOURS: Table =
    steps_table(&[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]);
/// A knight's leaps.
pub(crate) static KNIGHT_LEAPS: Table = steps_table(&LEAPS);
/// The squares that a pawn of each side attacks.
pub(crate) static PAWN_ATTACKS: [Table; 2] =
    [steps_table(&[(-1, -1), (1, -1)]), steps_table(&[(-1, 1), (1, 1)])];

const fn ray(square: Square, by: Step) -> SquareSet {
    let mut ray = SquareSet::EMPTY;
    let mut at = square;
    while let Some(next) = step(at, by) {
        ray.insert(next);
        at = next;
    }
    ray
}

/// A line through a square, cut at it: the squares of lower and of higher number.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// For every square its row, file, falling diagonal and rising diagonal.
static LINES: [[Line; 4]; SQUARES] = {
    let mut lines = [[Line { lower: 0, upper: 0 }; 4]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            let steps = if line < 2 { ORTHOGONAL } else { DIAGONAL };
            let at = Square::new(square);
            let up = line % 2;
            lines[square][line] =
                Line { lower: ray(at, steps[up + 2]).0 as u64, upper: ray(at, steps[up]).0 as u64 };
            line += 1;
        }
        square += 1;
    }
    lines
};

/// Returns the squares of a line up to and including the first occupied one on either side (obstruction difference).
#[inline]
fn slide(line: Line, occupied: u64) -> u64 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_lower = (1u64 << 63) >> (lower | 1).leading_zeros();
    (upper ^ upper.wrapping_sub(nearest_lower)) & (line.lower | line.upper)
}

/// Returns where a rook's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn rook(square: Square, occupied: SquareSet) -> SquareSet {
    let [row, file, ..] = LINES[square.index()];
    SquareSet(u128::from(slide(row, occupied.0 as u64) | slide(file, occupied.0 as u64)))
}

/// Returns where a bishop's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn bishop(square: Square, occupied: SquareSet) -> SquareSet {
    let [.., falling, rising] = LINES[square.index()];
    SquareSet(u128::from(slide(falling, occupied.0 as u64) | slide(rising, occupied.0 as u64)))
}

/// Returns the squares strictly between two squares in a straight line; none if they are not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SquareSet {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole line through two squares; none if they are not in line.
#[inline]
pub(crate) fn line_through(a: Square, b: Square) -> SquareSet {
    THROUGH[a.index()][b.index()]
}

static BETWEEN: LazyLock<Vec<Table>> = LazyLock::new(|| pairs(|a, b, by| ray(a, by) - ray(b, by).with(b)));
static THROUGH: LazyLock<Vec<Table>> =
    LazyLock::new(|| pairs(|a, _, (dx, dy)| (ray(a, (dx, dy)) | ray(a, (-dx, -dy))).with(a)));

fn pairs(set: impl Fn(Square, Square, Step) -> SquareSet) -> Vec<Table> {
    let mut tables = vec![[SquareSet::EMPTY; SQUARES]; SQUARES];
    for a in (0..SQUARES).map(Square::new) {
        for by in ORTHOGONAL.into_iter().chain(DIAGONAL) {
            for b in ray(a, by) {
                tables[a.index()][b.index()] = set(a, b, by);
            }
        }
    }
    tables
}
