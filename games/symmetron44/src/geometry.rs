//! The geometry of the board: neighbours, lines, palaces, Launching Squares.
//!
//! The squares of the Arena are numbered `row * 7 + file` from a6 at the top left. The two Launching Squares follow; they
//! have no neighbours.

use std::sync::LazyLock;

use entourage_kernel::{
    Label, Outline, Side, SmallGrid, SmallLines, SmallSet, SmallTable, Square, SquareInfo, Step, Topology,
};

pub(crate) const FILES: usize = 7;
pub(crate) const RANKS: usize = 6;
pub(crate) const SQUARES: usize = FILES * RANKS + 2;
pub(crate) const ARENA: SmallSet = SmallSet((1 << (FILES * RANKS)) - 1);
pub(crate) const BOARD: SmallSet = SmallSet((1 << SQUARES) - 1);

#[inline]
pub(crate) const fn launching_square(side: Side) -> Square {
    Square::new(FILES * RANKS + side.index())
}

/// The board: rank 1 is at the bottom, a1 is dark, and each player's Launching Square is to the right of their first rank.
pub(crate) static TOPOLOGY: LazyLock<Topology> = LazyLock::new(|| {
    let mut topology =
        Topology::grid(FILES, RANKS, |row| RANKS - row, |file, row| !(file + row).is_multiple_of(2));
    let x = topology.width + 0.8;
    for (name, y, label_y) in [("wls", RANKS as f32 - 0.5, RANKS as f32 - 1.25), ("bls", 0.5, 1.25)] {
        topology.squares.push(SquareInfo { name: name.into(), x, y, outline: Outline::Square, shade: 2 });
        topology.labels.push(Label { text: name.into(), x, y: label_y });
    }
    topology.width = x + 0.6;
    topology
});

pub(crate) const ORTHOGONAL: [Step; 4] = SmallGrid::ORTHOGONAL;
pub(crate) const DIAGONAL: [Step; 4] = SmallGrid::DIAGONAL;

const GRID: SmallGrid = SmallGrid::new(FILES, RANKS);

#[inline]
pub(crate) const fn forward(side: Side) -> i8 {
    match side {
        Side::First => -1,
        Side::Second => 1,
    }
}

/// Returns the square one step away; `None` off the Arena. No step leads from or to a Launching Square.
#[inline]
pub(crate) const fn step(square: Square, by: Step) -> Option<Square> {
    GRID.step(square, by)
}

pub(crate) static ORTHOGONAL_NEIGHBOURS: SmallTable = GRID.steps(&ORTHOGONAL);
pub(crate) static DIAGONAL_NEIGHBOURS: SmallTable = GRID.steps(&DIAGONAL);
/// Neighbours of each square in all eight directions; the rules call these squares adjacent.
pub(crate) static NEIGHBOURS: SmallTable = GRID.steps(&SmallGrid::NEIGHBOURS);
pub(crate) static KNIGHT_LEAPS: SmallTable = GRID.steps(&SmallGrid::KNIGHT);
pub(crate) static AHEAD: [SmallTable; 2] =
    [GRID.steps(&[(0, forward(Side::First))]), GRID.steps(&[(0, forward(Side::Second))])];
pub(crate) static ASIDE: SmallTable = GRID.steps(&[(1, 0), (-1, 0)]);
pub(crate) static ASLANT: [SmallTable; 2] = [
    GRID.steps(&[(1, forward(Side::First)), (-1, forward(Side::First))]),
    GRID.steps(&[(1, forward(Side::Second)), (-1, forward(Side::Second))]),
];

pub(crate) static TWO_AWAY: SmallTable =
    GRID.steps(&[(2, 0), (0, 2), (-2, 0), (0, -2), (2, 2), (-2, 2), (-2, -2), (2, -2)]);

#[inline]
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    NEIGHBOURS[a.index()].contains(b)
}

const fn row_set(row: usize, first: usize, last: usize) -> SmallSet {
    let mut set = SmallSet::EMPTY;
    let mut file = first;
    while file <= last {
        set.insert(Square::new(row * FILES + file));
        file += 1;
    }
    set
}

pub(crate) const FIRST_FILE: SmallSet = {
    let mut set = SmallSet::EMPTY;
    let mut row = 0;
    while row < RANKS {
        set.insert(Square::new(row * FILES));
        row += 1;
    }
    set
};
pub(crate) const LAST_FILE: SmallSet = FIRST_FILE.shift(FILES as isize - 1);

pub(crate) const FAR_RANK: [SmallSet; 2] = [row_set(0, 0, FILES - 1), row_set(RANKS - 1, 0, FILES - 1)];

pub(crate) const PALACE: [SmallSet; 2] = [
    SmallSet(row_set(RANKS - 1, 2, 4).0 | row_set(RANKS - 2, 2, 4).0),
    SmallSet(row_set(0, 2, 4).0 | row_set(1, 2, 4).0),
];

pub(crate) static LINES: SmallLines = GRID.lines();

#[inline]
pub(crate) fn rook_lines(square: Square) -> SmallSet {
    STRAIGHTS[square.index()]
}

#[inline]
pub(crate) fn bishop_lines(square: Square) -> SmallSet {
    DIAGONALS[square.index()]
}

static STRAIGHTS: SmallTable = GRID.rays(&ORTHOGONAL);
static DIAGONALS: SmallTable = GRID.rays(&DIAGONAL);

/// Returns the squares strictly between two squares; empty if they are not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SmallSet {
    BETWEEN[a.index()][b.index()]
}

static BETWEEN: [SmallTable; 64] = GRID.between();
