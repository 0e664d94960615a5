//! The board's geometry, known before any piece stands on it: neighbours, lines, palaces, Launching Squares.
//!
//! The Arena's squares are numbered `row * 7 + file` from a6 at the top left; the two Launching Squares
//! follow them and touch nothing.

use std::sync::LazyLock;

use entourage_kernel::{Label, Outline, Side, SmallSet, Square, SquareInfo, Topology};

/// Files of the Arena.
pub(crate) const FILES: usize = 7;
/// Ranks of the Arena.
pub(crate) const RANKS: usize = 6;
/// Squares of the board: the Arena's and the two Launching Squares.
pub(crate) const SQUARES: usize = FILES * RANKS + 2;
/// The squares of the Arena.
pub(crate) const ARENA: SmallSet = SmallSet((1 << (FILES * RANKS)) - 1);
/// All squares.
pub(crate) const BOARD: SmallSet = SmallSet((1 << SQUARES) - 1);

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

/// A set of squares for every square, and for as many numbers more as make bounds checks needless.
pub(crate) type Table = [SmallSet; 64];

const fn steps_table(steps: &[Step]) -> Table {
    let mut table = [SmallSet::EMPTY; 64];
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
        table[square] = SmallSet(orthogonal[square].0 | diagonal[square].0);
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

const fn row_set(row: usize, first: usize, last: usize) -> SmallSet {
    let mut set = SmallSet::EMPTY;
    let mut file = first;
    while file <= last {
        set.insert(Square::new(row * FILES + file));
        file += 1;
    }
    set
}

/// The squares of the leftmost file of the Arena.
pub(crate) const FIRST_FILE: SmallSet = {
    let mut set = SmallSet::EMPTY;
    let mut row = 0;
    while row < RANKS {
        set.insert(Square::new(row * FILES));
        row += 1;
    }
    set
};
/// The squares of the rightmost file of the Arena.
pub(crate) const LAST_FILE: SmallSet = FIRST_FILE.shift(FILES as isize - 1);

/// The rank on which a side's Pawns and Bawns are promoted.
pub(crate) const FAR_RANK: [SmallSet; 2] = [row_set(0, 0, FILES - 1), row_set(RANKS - 1, 0, FILES - 1)];

/// The Palace of each side (S1).
pub(crate) const PALACE: [SmallSet; 2] = [
    SmallSet(row_set(RANKS - 1, 2, 4).0 | row_set(RANKS - 2, 2, 4).0),
    SmallSet(row_set(0, 2, 4).0 | row_set(1, 2, 4).0),
];

/// The squares in a straight line from each square, by direction: four orthogonal, then four diagonal.
///
/// Directions 0, 1, 4 and 5 lead to higher squares; two further on is the opposite direction.
static RAYS: [Table; 8] = {
    let mut rays = [[SmallSet::EMPTY; 64]; 8];
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

/// The lines through a square, cut at it: for row, file, falling and rising diagonal, the squares of lower and of higher number.
struct Lines {
    lower: [u64; 4],
    upper: [u64; 4],
}

static LINES: [Lines; 64] = {
    let mut all = [const { Lines { lower: [0; 4], upper: [0; 4] } }; 64];
    let mut square = 0;
    while square < SQUARES {
        let mut line = 0;
        while line < 4 {
            let up = if line < 2 { line } else { line + 2 };
            all[square].lower[line] = RAYS[up + 2][square].0;
            all[square].upper[line] = RAYS[up][square].0;
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

/// Returns where a slide from a square could end, orthogonally or else diagonally, the first occupied squares included.
#[inline]
pub(crate) fn lines(square: Square, straight: bool, occupied: SmallSet) -> SmallSet {
    // A number instead of a branch, because nobody can guess how the next rider moves.
    let first = if straight { 0 } else { 2 };
    SmallSet(slide(square, first, occupied) | slide(square, first + 1, occupied))
}

/// Returns the squares in line with two others, on either side of them and between; none if they are not in line.
#[inline]
pub(crate) fn line_through(a: Square, b: Square) -> SmallSet {
    let lines = &LINES[a.index()];
    let line =
        (0..4).map(|line| lines.lower[line] | lines.upper[line]).find(|&line| SmallSet(line).contains(b));
    line.map_or(SmallSet::EMPTY, SmallSet)
}

/// Returns the squares of the rook's lines through a square on an empty board.
#[inline]
pub(crate) fn rook_lines(square: Square) -> SmallSet {
    STRAIGHTS[square.index()]
}

/// Returns the squares of the bishop's lines through a square on an empty board.
#[inline]
pub(crate) fn bishop_lines(square: Square) -> SmallSet {
    DIAGONALS[square.index()]
}

static STRAIGHTS: Table = lines_table(0);
static DIAGONALS: Table = lines_table(4);

/// Unites four directions of the rays, the first given.
const fn lines_table(first: usize) -> Table {
    let mut table = [SmallSet::EMPTY; 64];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = first;
        while direction < first + 4 {
            table[square].0 |= RAYS[direction][square].0;
            direction += 1;
        }
        square += 1;
    }
    table
}

static BETWEEN: [[u64; 64]; SQUARES] = {
    let mut between = [[0; 64]; SQUARES];
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
pub(crate) fn between(a: Square, b: Square) -> SmallSet {
    SmallSet(BETWEEN[a.index()][b.index()])
}
