//! The geometry of the board. Squares are numbered `row * 8 + file` from a8 at the top left.

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

/// Returns the square one step away; `None` off the board.
pub(crate) const fn step(square: Square, by: Step) -> Option<Square> {
    GRID.step(square, by)
}

/// Returns the row of `rank` as seen from `side`: rank 0 is that side's back rank, rank 7 its promotion rank.
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

pub(crate) static LINES: SmallLines = GRID.lines();

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

/// Returns the squares strictly between two squares; empty if they are not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SmallSet {
    BETWEEN[a.index()][b.index()]
}

static BETWEEN: [SmallTable; SQUARES] = GRID.between();
