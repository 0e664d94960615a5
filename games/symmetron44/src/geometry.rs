//! The board's geometry, known before any piece stands on it: neighbours, lines, palaces, Launching Squares.
//!
//! The Arena's squares are numbered `row * 7 + file` from a6 at the top left; the two Launching Squares
//! follow them and touch nothing.

use std::sync::LazyLock;

use entourage_kernel::{Label, Outline, Side, Square, SquareInfo, SquareSet, Topology};

/// Files of the Arena.
pub(crate) const FILES: usize = 7;
/// Ranks of the Arena.
pub(crate) const RANKS: usize = 6;
/// Squares of the board: the Arena's and the two Launching Squares.
pub(crate) const SQUARES: usize = FILES * RANKS + 2;
/// The squares of the Arena.
pub(crate) const ARENA: SquareSet = SquareSet::first_squares(FILES * RANKS);
/// All squares.
pub(crate) const BOARD: SquareSet = SquareSet::first_squares(SQUARES);

/// Returns a side's Launching Square.
#[inline]
pub(crate) const fn launching_square(side: Side) -> Square {
    Square::new(FILES * RANKS + side.index())
}

/// Describes the board for drawing and naming: rank 1 at the bottom, a1 dark, and each player's Launching
/// Square to the right, level with his first rank.
pub(crate) static TOPOLOGY: LazyLock<Topology> = LazyLock::new(|| {
    let mut topology =
        Topology::grid(FILES, RANKS, |row| RANKS - row, |file, row| !(file + row).is_multiple_of(2));
    let x = topology.width + 0.8;
    for (name, y, label_y) in [("wls", RANKS as f32 - 0.5, RANKS as f32 - 1.25), ("bls", 0.5, 1.25)] {
        topology.squares.push(SquareInfo { name: name.to_owned(), x, y, outline: Outline::Square, shade: 2 });
        topology.labels.push(Label { text: name.to_owned(), x, y: label_y });
    }
    topology.width = x + 0.6;
    topology
});

/// A step by files and rows.
pub(crate) type Step = (i8, i8);

/// The four orthogonal steps.
pub(crate) const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The four diagonal steps.
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the change of row of a side's step forward.
#[inline]
pub(crate) const fn forward(side: Side) -> i8 {
    match side {
        Side::First => -1,
        Side::Second => 1,
    }
}

/// Returns the square a step away, or `None` off the Arena; nothing leads from or to a Launching Square.
#[inline]
pub(crate) const fn step(square: Square, (dx, dy): Step) -> Option<Square> {
    if !ARENA.contains(square) {
        return None;
    }
    let x = (square.index() % FILES) as i8 + dx;
    let y = (square.index() / FILES) as i8 + dy;
    if x < 0 || y < 0 || x >= FILES as i8 || y >= RANKS as i8 {
        None
    } else {
        Some(Square::new(y as usize * FILES + x as usize))
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
/// The square before each, for each side.
pub(crate) static AHEAD: [Table; 2] =
    [steps_table(&[(0, forward(Side::First))]), steps_table(&[(0, forward(Side::Second))])];
/// The squares to the left and right of each.
pub(crate) static ASIDE: Table = steps_table(&[(1, 0), (-1, 0)]);
/// The squares diagonally before each, for each side.
pub(crate) static ASLANT: [Table; 2] = [
    steps_table(&[(1, forward(Side::First)), (-1, forward(Side::First))]),
    steps_table(&[(1, forward(Side::Second)), (-1, forward(Side::Second))]),
];

/// The squares two steps away in each of the eight directions.
pub(crate) static TWO_AWAY: Table =
    steps_table(&[(2, 0), (0, 2), (-2, 0), (0, -2), (2, 2), (-2, 2), (-2, -2), (2, -2)]);

/// Tells whether two squares are adjacent.
#[inline]
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    NEIGHBOURS[a.index()].contains(b)
}

const fn row_set(row: usize, first: usize, last: usize) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    let mut file = first;
    while file <= last {
        set.insert(Square::new(row * FILES + file));
        file += 1;
    }
    set
}

/// The rank on which a side's Pawns and Bawns are promoted.
pub(crate) const FAR_RANK: [SquareSet; 2] = [row_set(0, 0, FILES - 1), row_set(RANKS - 1, 0, FILES - 1)];

/// The Palace of each side (S1).
pub(crate) const PALACE: [SquareSet; 2] = [
    SquareSet(row_set(RANKS - 1, 2, 4).0 | row_set(RANKS - 2, 2, 4).0),
    SquareSet(row_set(0, 2, 4).0 | row_set(1, 2, 4).0),
];

/// The squares in a straight line from each square, by direction: four orthogonal, then four diagonal.
///
/// Directions 0, 1, 4 and 5 lead to higher squares; two further on is the opposite direction.
static RAYS: [Table; 8] = {
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
            let up = if line < 2 { line } else { line + 2 };
            lines[square][line] =
                Line { lower: RAYS[up + 2][square].0 as u64, upper: RAYS[up][square].0 as u64 };
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

/// Returns the squares of the rook's lines through a square on an empty board.
#[inline]
pub(crate) fn rook_lines(square: Square) -> SquareSet {
    let [row, file, ..] = LINES[square.index()];
    SquareSet(u128::from(row.lower | row.upper | file.lower | file.upper))
}

/// Returns the squares of the bishop's lines through a square on an empty board.
#[inline]
pub(crate) fn bishop_lines(square: Square) -> SquareSet {
    let [.., falling, rising] = LINES[square.index()];
    SquareSet(u128::from(falling.lower | falling.upper | rising.lower | rising.upper))
}

static BETWEEN: [[u64; SQUARES]; SQUARES] = {
    let mut between = [[0; SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let by = if direction < 4 { ORTHOGONAL[direction] } else { DIAGONAL[direction - 4] };
            let mut passed = 0;
            let mut at = Square::new(a);
            while let Some(next) = step(at, by) {
                between[a][next.index()] = passed;
                passed |= 1 << next.index();
                at = next;
            }
            direction += 1;
        }
        a += 1;
    }
    between
};

/// Returns the squares strictly between two squares of one line; none if they are neighbours or not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SquareSet {
    SquareSet(u128::from(BETWEEN[a.index()][b.index()]))
}
