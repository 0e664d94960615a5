//! The board's geometry: squares numbered `row * 8 + file` from a8 at the top left, neighbours, lines.

use std::sync::LazyLock;

use entourage_kernel::{Side, SmallGrid, SmallLines, SmallSet, SmallTable, Square, Step, Topology};

pub(crate) const SIZE: usize = 8;
pub(crate) const SQUARES: usize = SIZE * SIZE;

pub(crate) static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(SIZE, SIZE, |row| SIZE - row, |file, row| !(file + row).is_multiple_of(2)));

pub(crate) const ORTHOGONAL: [Step; 4] = SmallGrid::ORTHOGONAL;
pub(crate) const DIAGONAL: [Step; 4] = SmallGrid::DIAGONAL;
pub(crate) const LEAPS: [Step; 8] = SmallGrid::KNIGHT;

const GRID: SmallGrid = SmallGrid::new(SIZE, SIZE);

/// Returns the square a step away, or `None` off the board.
pub(crate) const fn step(square: Square, by: Step) -> Option<Square> {
    GRID.step(square, by)
}

/// Returns the row of a rank counted from a side's own: 0 is its first rank, 7 its last.
pub(crate) const fn row_of_rank(side: Side, rank: usize) -> usize {
    match side {
        Side::First => SIZE - 1 - rank,
        Side::Second => rank,
    }
}

pub(crate) const fn on_rank(side: Side, rank: usize, file: usize) -> Square {
    Square::new(row_of_rank(side, rank) * SIZE + file)
}

pub(crate) const fn rank_of(side: Side, square: Square) -> usize {
    row_of_rank(side, square.index() / SIZE)
}

pub(crate) const fn forward(side: Side) -> Step {
    match side {
        Side::First => (0, -1),
        Side::Second => (0, 1),
    }
}

pub(crate) static NEIGHBOURS: SmallTable = GRID.steps(&SmallGrid::NEIGHBOURS);
pub(crate) static KNIGHT_LEAPS: SmallTable = GRID.steps(&LEAPS);
pub(crate) static PAWN_ATTACKS: [SmallTable; 2] =
    [GRID.steps(&[(-1, -1), (1, -1)]), GRID.steps(&[(-1, 1), (1, 1)])];

static LINES: SmallLines = GRID.lines();

/// Returns where a rook's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn rook(square: Square, occupied: SmallSet) -> SmallSet {
    LINES.rook(square, occupied)
}

/// Returns where a bishop's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn bishop(square: Square, occupied: SmallSet) -> SmallSet {
    LINES.bishop(square, occupied)
}

#[inline]
pub(crate) fn straights(square: Square) -> SmallSet {
    STRAIGHTS[square.index()]
}

#[inline]
pub(crate) fn diagonals(square: Square) -> SmallSet {
    DIAGONALS[square.index()]
}

static STRAIGHTS: SmallTable = GRID.rays(&ORTHOGONAL);
static DIAGONALS: SmallTable = GRID.rays(&DIAGONAL);

/// Returns the squares strictly between two squares in a straight line; none if they are not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SmallSet {
    BETWEEN[a.index()][b.index()]
}

static BETWEEN: [SmallTable; SQUARES] = GRID.between();

/// Returns the squares in line with two others beyond either of them, between them and on them, the first one excepted; none
/// if they are not in line.
#[inline]
pub(crate) fn line_through(a: Square, b: Square) -> SmallSet {
    LINES.through(a, b)
}
