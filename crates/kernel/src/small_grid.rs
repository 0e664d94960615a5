use crate::{SmallSet, Square};

/// A step as a pair: the number of files to the right and the number of rows down.
pub type Step = (i8, i8);

/// A set of squares for each square, padded to 64 entries so that bounds checks are optimised away.
pub type SmallTable = [SmallSet; 64];

/// A grid of up to 64 squares, numbered `row * files + file` from the top left, that creates geometry tables at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallGrid {
    files: usize,
    rows: usize,
}

impl SmallGrid {
    /// The orthogonal steps; the first two increase the index, and opposite steps are two entries apart.
    pub const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    /// The diagonal steps, in the same order as [`ORTHOGONAL`](Self::ORTHOGONAL).
    pub const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    /// The eight steps to adjacent squares.
    pub const NEIGHBOURS: [Step; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    /// The eight leaps of a knight.
    pub const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    /// Creates a grid. Panics if it has more than 64 squares.
    pub const fn new(files: usize, rows: usize) -> Self {
        assert!(files * rows <= 64);
        Self { files, rows }
    }

    /// Returns the square that a step leads to, or `None` if the step leaves the grid.
    #[inline]
    pub const fn step(self, square: Square, (dx, dy): Step) -> Option<Square> {
        if square.index() >= self.files * self.rows {
            return None;
        }
        let x = (square.index() % self.files) as i8 + dx;
        let y = (square.index() / self.files) as i8 + dy;
        if x < 0 || y < 0 || x >= self.files as i8 || y >= self.rows as i8 {
            None
        } else {
            Some(Square::new(y as usize * self.files + x as usize))
        }
    }

    /// Returns, for every square, the squares that one of `steps` leads to.
    pub const fn steps(self, steps: &[Step]) -> SmallTable {
        self.table(steps, false)
    }

    /// Returns, for every square, the squares reached by repeating each of `steps` up to the edge.
    pub const fn rays(self, steps: &[Step]) -> SmallTable {
        self.table(steps, true)
    }

    const fn table(self, steps: &[Step], repeats: bool) -> SmallTable {
        let mut table = [SmallSet::EMPTY; 64];
        let mut square = 0;
        while square < self.files * self.rows {
            let mut i = 0;
            while i < steps.len() {
                table[square].0 |= self.ray(Square::new(square), steps[i], repeats).0;
                i += 1;
            }
            square += 1;
        }
        table
    }

    const fn ray(self, square: Square, by: Step, repeats: bool) -> SmallSet {
        let mut ray = SmallSet::EMPTY;
        let mut at = square;
        while let Some(next) = self.step(at, by) {
            ray.insert(next);
            if !repeats {
                break;
            }
            at = next;
        }
        ray
    }

    /// Returns the squares strictly between every two squares; empty if they are adjacent or not in line.
    pub const fn between(self) -> [SmallTable; 64] {
        let mut tables = [[SmallSet::EMPTY; 64]; 64];
        let mut a = 0;
        while a < self.files * self.rows {
            let mut i = 0;
            while i < Self::NEIGHBOURS.len() {
                let mut passed = SmallSet::EMPTY;
                let mut at = Square::new(a);
                while let Some(b) = self.step(at, Self::NEIGHBOURS[i]) {
                    tables[a][b.index()] = passed;
                    passed.insert(b);
                    at = b;
                }
                i += 1;
            }
            a += 1;
        }
        tables
    }

    /// Returns the rows, files and diagonals through every square.
    pub const fn lines(self) -> SmallLines {
        let mut lines = [const { Lines { lower: [0; 4], upper: [0; 4] } }; 64];
        let mut square = 0;
        while square < self.files * self.rows {
            let mut line = 0;
            while line < 4 {
                let steps = if line < 2 { Self::ORTHOGONAL } else { Self::DIAGONAL };
                let (at, up) = (Square::new(square), line % 2);
                lines[square].lower[line] = self.ray(at, steps[up + 2], true).0;
                lines[square].upper[line] = self.ray(at, steps[up], true).0;
                line += 1;
            }
            square += 1;
        }
        SmallLines(lines)
    }
}

/// The rows, files and diagonals through every square of a [`SmallGrid`], for the moves of sliders.
#[derive(Debug)]
pub struct SmallLines([Lines; 64]);

/// The lines through a square: row, file, falling and rising diagonal. Each is split into the squares of lower and higher index.
#[derive(Debug)]
struct Lines {
    lower: [u64; 4],
    upper: [u64; 4],
}

impl SmallLines {
    /// Returns the squares of a line up to and including the first occupied one on either side (obstruction difference).
    #[inline]
    fn slide(&self, square: Square, line: usize, occupied: SmallSet) -> u64 {
        let lines = &self.0[square.index()];
        let (below, above) = (lines.lower[line], lines.upper[line]);
        let lower = below & occupied.0;
        let upper = above & occupied.0;
        let nearest_lower = (1u64 << 63) >> (lower | 1).leading_zeros();
        (upper ^ upper.wrapping_sub(nearest_lower)) & (below | above)
    }

    /// Returns the targets of a rook on a square, including the first occupied squares.
    #[inline]
    pub fn rook(&self, square: Square, occupied: SmallSet) -> SmallSet {
        self.rider(square, true, occupied)
    }

    /// Returns the targets of a bishop on a square, including the first occupied squares.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: SmallSet) -> SmallSet {
        self.rider(square, false, occupied)
    }

    /// Returns the targets of an orthogonal slider (if `straight`) or a diagonal one, including the first occupied squares.
    #[inline]
    pub fn rider(&self, square: Square, straight: bool, occupied: SmallSet) -> SmallSet {
        // An index, not a branch: branches are unpredictable in games where a slider's neighbours change how it moves.
        let first = if straight { 0 } else { 2 };
        SmallSet(self.slide(square, first, occupied) | self.slide(square, first + 1, occupied))
    }

    /// Returns the line through two squares from edge to edge, without the first square; empty if they are not in line.
    #[inline]
    pub fn through(&self, a: Square, b: Square) -> SmallSet {
        let lines = &self.0[a.index()];
        let mut found = (0..4).map(|line| SmallSet(lines.lower[line] | lines.upper[line]));
        found.find(|line| line.contains(b)).unwrap_or(SmallSet::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: SmallGrid = SmallGrid::new(7, 6);
    static LINES: SmallLines = GRID.lines();
    static BETWEEN: [SmallTable; 64] = GRID.between();

    fn walked(square: Square, steps: &[Step], occupied: SmallSet) -> SmallSet {
        let mut seen = SmallSet::EMPTY;
        for &by in steps {
            let mut at = square;
            while let Some(next) = GRID.step(at, by) {
                seen.insert(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        seen
    }

    #[test]
    fn riders_see_as_far_as_they_walk() {
        let mut random = crate::Random::new(3);
        for _ in 0..2_000 {
            let occupied = SmallSet(random.bits() & random.bits() & ((1 << 42) - 1));
            let square = Square::new(random.below(42));
            assert_eq!(LINES.rook(square, occupied), walked(square, &SmallGrid::ORTHOGONAL, occupied));
            assert_eq!(LINES.bishop(square, occupied), walked(square, &SmallGrid::DIAGONAL, occupied));
        }
    }

    #[test]
    fn lines_join_squares_of_the_grid_only() {
        let [a, b, c] = [0, 16, 43].map(Square::new);
        assert_eq!(BETWEEN[a.index()][b.index()], SmallSet::of(Square::new(8)));
        let through: SmallSet = [8, 16, 24, 32, 40].map(Square::new).into_iter().collect();
        assert_eq!((LINES.through(a, b), LINES.through(a, Square::new(9))), (through, SmallSet::EMPTY));
        assert_eq!(GRID.step(c, (-1, 0)), None);
        assert_eq!(GRID.rays(&SmallGrid::DIAGONAL)[0], through);
        assert!(GRID.steps(&SmallGrid::KNIGHT)[c.index()].is_empty());
    }
}
