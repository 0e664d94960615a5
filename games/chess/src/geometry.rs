//! The board's geometry: squares numbered `row * 8 + file` from a8 at the top left, neighbours, lines.

use std::sync::LazyLock;

use entourage_kernel::{Side, SmallSet, Square, Topology};

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
pub(crate) type Table = [SmallSet; SQUARES];

const fn steps_table(steps: &[Step]) -> Table {
    let mut table = [SmallSet::EMPTY; SQUARES];
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

const fn ray(square: Square, by: Step) -> SmallSet {
    let mut ray = SmallSet::EMPTY;
    let mut at = square;
    while let Some(next) = step(at, by) {
        ray.insert(next);
        at = next;
    }
    ray
}

/// The lines through a square, cut at it: for row, file, falling and rising diagonal, the squares of lower and of higher number.
struct Lines {
    lower: [u64; 4],
    upper: [u64; 4],
}

static LINES: [Lines; SQUARES] = {
    let mut all = [const { Lines { lower: [0; 4], upper: [0; 4] } }; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            let steps = if line < 2 { ORTHOGONAL } else { DIAGONAL };
            let at = Square::new(square);
            let up = line % 2;
            all[square].lower[line] = ray(at, steps[up + 2]).0;
            all[square].upper[line] = ray(at, steps[up]).0;
            line += 1;
        }
        square += 1;
    }
    all
};

/// Returns the squares of a line up to and including the first occupied one on either side (obstruction difference).
#[inline]
fn slide(square: Square, line: usize, occupied: SmallSet) -> u64 {
    let lines = &LINES[square.index()];
    let (below, above) = (lines.lower[line], lines.upper[line]);
    let lower = below & occupied.0;
    let upper = above & occupied.0;
    let nearest_lower = (1u64 << 63) >> (lower | 1).leading_zeros();
    (upper ^ upper.wrapping_sub(nearest_lower)) & (below | above)
}

/// Returns where a rook's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn rook(square: Square, occupied: SmallSet) -> SmallSet {
    SmallSet(slide(square, 0, occupied) | slide(square, 1, occupied))
}

/// Returns where a bishop's move from a square could end, the first occupied squares included.
#[inline]
pub(crate) fn bishop(square: Square, occupied: SmallSet) -> SmallSet {
    SmallSet(slide(square, 2, occupied) | slide(square, 3, occupied))
}

/// Returns the other squares of the row and the file of a square.
#[inline]
pub(crate) fn straights(square: Square) -> SmallSet {
    STRAIGHTS[square.index()]
}

/// Returns the other squares of the diagonals of a square.
#[inline]
pub(crate) fn diagonals(square: Square) -> SmallSet {
    DIAGONALS[square.index()]
}

static STRAIGHTS: Table = rays_table(&ORTHOGONAL);
static DIAGONALS: Table = rays_table(&DIAGONAL);

const fn rays_table(steps: &[Step; 4]) -> Table {
    let mut table = [SmallSet::EMPTY; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < steps.len() {
            table[square].0 |= ray(Square::new(square), steps[i]).0;
            i += 1;
        }
        square += 1;
    }
    table
}

/// Returns the squares strictly between two squares in a straight line; none if they are not in line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> SmallSet {
    BETWEEN[a.index()][b.index()]
}

static BETWEEN: [Table; SQUARES] = {
    let mut tables = [[SmallSet::EMPTY; SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let mut i = 0;
        while i < 8 {
            let by = if i < 4 { ORTHOGONAL[i] } else { DIAGONAL[i - 4] };
            let mut passed = SmallSet::EMPTY;
            let mut at = step(Square::new(a), by);
            while let Some(b) = at {
                tables[a][b.index()] = passed;
                passed.insert(b);
                at = step(b, by);
            }
            i += 1;
        }
        a += 1;
    }
    tables
};

/// Returns the squares in line with two others beyond either of them, between them and on them; none if they are not in line.
#[inline]
pub(crate) fn line_through(a: Square, b: Square) -> SmallSet {
    let (at_a, at_b) = (SmallSet::of(a), SmallSet::of(b));
    let lines = &LINES[a.index()];
    let line = (0..4).map(|line| lines.lower[line] | lines.upper[line]).find(|&line| line & at_b.0 != 0);
    line.map_or(SmallSet::EMPTY, |line| SmallSet(line) | at_a)
}
