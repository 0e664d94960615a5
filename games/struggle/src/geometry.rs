//! The geometry of the board: 47 spaces in 13 rows (G1), six directions, and the wrapped neighbours of Torus (G6).
//!
//! Spaces are numbered row by row from Player 1's side, from left to right, which is also the order used in notation.

use std::sync::LazyLock;

use entourage_kernel::{Label, Outline, Side, Square, SquareInfo, SquareSet, Topology};

pub(crate) const ROWS: usize = 13;
pub(crate) const SQUARES: usize = 47;
pub(crate) const BOARD: SquareSet = SquareSet::first_squares(SQUARES);
pub(crate) const WIDTHS: [usize; ROWS] = [1, 2, 3, 4, 5, 6, 5, 6, 5, 4, 3, 2, 1];

const FIRSTS: [usize; ROWS] = {
    let mut firsts = [0; ROWS];
    let mut row = 1;
    while row < ROWS {
        firsts[row] = firsts[row - 1] + WIDTHS[row - 1];
        row += 1;
    }
    firsts
};

pub(crate) const fn at(row: usize, column: usize) -> Square {
    Square::new(FIRSTS[row] + column)
}

#[inline]
pub(crate) const fn row(square: Square) -> usize {
    ROW_OF[square.index()] as usize
}

static ROW_OF: [u8; SQUARES] = {
    let mut rows = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut row = ROWS - 1;
        while FIRSTS[row] > index {
            row -= 1;
        }
        rows[index] = row as u8;
        index += 1;
    }
    rows
};

pub(crate) const fn column(square: Square) -> usize {
    square.index() - FIRSTS[row(square)]
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

use Direction::{DownLeft, DownRight, Left, Right, UpLeft, UpRight};

pub(crate) const DIRECTIONS: [Direction; 6] = [Left, Right, UpLeft, UpRight, DownLeft, DownRight];

impl Direction {
    pub(crate) const fn back(self) -> Self {
        match self {
            Left => Right,
            Right => Left,
            UpLeft => DownRight,
            UpRight => DownLeft,
            DownLeft => UpRight,
            DownRight => UpLeft,
        }
    }
}

/// Returns the directions in which a side's pieces move: sideways and forward.
#[inline]
pub(crate) const fn allowed(side: Side) -> [Direction; 4] {
    match side {
        Side::First => [Left, Right, UpLeft, UpRight],
        Side::Second => [Left, Right, DownLeft, DownRight],
    }
}

/// Computes the neighbour of a space from coordinates in units of half a space.
const fn find_neighbour(from: Square, direction: Direction) -> Option<Square> {
    let row = row(from) as i32;
    let x = 2 * column(from) as i32 - (WIDTHS[row as usize] as i32 - 1);
    let (rows, dx) = match direction {
        Left => (0, -2),
        Right => (0, 2),
        UpLeft => (1, -1),
        UpRight => (1, 1),
        DownLeft => (-1, -1),
        DownRight => (-1, 1),
    };
    let row = row + rows;
    if row < 0 || row >= ROWS as i32 {
        return None;
    }
    let width = WIDTHS[row as usize] as i32;
    let doubled = x + dx + width - 1;
    if doubled < 0 || doubled % 2 != 0 || doubled / 2 >= width {
        return None;
    }
    Some(at(row as usize, (doubled / 2) as usize))
}

type Neighbours = [[Option<Square>; SQUARES]; DIRECTIONS.len()];

static NEIGHBOURS: Neighbours = {
    let mut table = [[None; SQUARES]; DIRECTIONS.len()];
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let mut square = 0;
        while square < SQUARES {
            table[direction][square] = find_neighbour(Square::new(square), DIRECTIONS[direction]);
            square += 1;
        }
        direction += 1;
    }
    table
};

/// Returns the neighbour of a space; `None` off the board.
#[inline]
pub(crate) const fn neighbour(from: Square, direction: Direction) -> Option<Square> {
    NEIGHBOURS[direction as usize][from.index()]
}

/// Returns the neighbour of a space for a piece with Torus, for which rows wrap around (G6).
pub(crate) const fn wrapped_neighbour(from: Square, direction: Direction) -> Option<Square> {
    if let Some(next) = neighbour(from, direction) {
        return Some(next);
    }
    let row = row(from);
    let opposite = at(row, WIDTHS[row] - 1 - column(from));
    if opposite.index() == from.index() {
        return None;
    }
    match direction {
        Left | Right => Some(opposite),
        _ => neighbour(opposite, direction),
    }
}

pub(crate) const fn row_of(side: Side, square: Square) -> usize {
    match side {
        Side::First => row(square),
        Side::Second => ROWS - 1 - row(square),
    }
}

/// The goal of each player's White: the start space of the enemy White.
pub(crate) const GOAL: [Square; 2] = [at(ROWS - 1, 0), at(0, 0)];

/// The board: Player 1 is at the bottom, and home bases are shaded, with darker goals.
pub(crate) static TOPOLOGY: LazyLock<Topology> = LazyLock::new(|| {
    const MARGIN: f32 = 0.6;
    const TOP: f32 = 0.68;
    // Rows of hexagons of width 1 are √3 / 2 apart.
    const PITCH: f32 = 0.866;
    const MIDDLE: f32 = MARGIN + 3.0;
    let y = |row: usize| TOP + (ROWS - 1 - row) as f32 * PITCH;
    let x = |row: usize, column: f32| MIDDLE + column - (WIDTHS[row] - 1) as f32 / 2.0;
    let squares = (0..ROWS)
        .flat_map(|row| (0..WIDTHS[row]).map(move |column| (row, column)))
        .map(|(row, column)| SquareInfo {
            name: format!("{}{}", char::from(b'a' + column as u8), row + 1).into(),
            x: x(row, column as f32),
            y: y(row),
            outline: Outline::Hexagon,
            shade: match row {
                0 | 12 => 2,
                1 | 2 | 10 | 11 => 1,
                _ => 0,
            },
        })
        .collect();
    // Letters restart in each row, so only row numbers are labelled.
    let labels =
        (0..ROWS).map(|row| Label { text: (row + 1).to_string().into(), x: MARGIN / 2.0, y: y(row) }).collect();
    Topology { squares, labels, width: 6.0 + 2.0 * MARGIN, height: 2.0 * TOP + (ROWS - 1) as f32 * PITCH }
});

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        TOPOLOGY.find(name).unwrap()
    }

    #[test]
    fn neighbours_follow_the_rules() {
        let next = |from, direction| neighbour(square(from), direction).map(|to| TOPOLOGY.name(to).to_owned());
        assert_eq!(next("a1", UpLeft).as_deref(), Some("a2"));
        assert_eq!(next("a6", UpLeft), None);
        assert_eq!(next("a6", UpRight).as_deref(), Some("a7"));
        assert_eq!(next("a7", UpLeft).as_deref(), Some("a8"));
        assert_eq!(next("f8", UpRight), None);
        assert_eq!(next("c3", Right), None);
    }

    #[test]
    fn torus_wraps_by_g6() {
        let next =
            |from, direction| wrapped_neighbour(square(from), direction).map(|to| TOPOLOGY.name(to).to_owned());
        assert_eq!(next("a6", Left).as_deref(), Some("f6"));
        assert_eq!(next("a6", UpLeft).as_deref(), Some("e7"));
        assert_eq!(next("f8", UpRight).as_deref(), Some("a9"));
        assert_eq!(next("a12", UpLeft).as_deref(), Some("a13"));
        assert_eq!(next("a13", Left), None);
        assert_eq!(next("a13", UpLeft), None);
        assert_eq!(next("a7", UpLeft).as_deref(), Some("a8"));
    }
}
