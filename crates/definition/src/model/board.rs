use entourage_kernel::{FormRow, Label, Outline, Side, Square, SquareInfo, SquareSet, Topology};

use super::DirectionWords;

/// Names a direction by its place in a turn clockwise.
pub(crate) type Direction = usize;

/// The most directions that a square has.
const MOST: usize = 8;

/// Holds the squares and, for each direction, at most one link from a square to another.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) topology: Topology,
    /// The rows as positions write them, from the top.
    pub(crate) rows: Vec<FormRow>,
    /// The squares that no direction leads to or from.
    pub(crate) beside: Vec<Square>,
    /// Whether a square has eight neighbours, and not six.
    pub(crate) is_grid: bool,
    links: Vec<[Option<Square>; MOST]>,
    neighbours: Vec<SquareSet>,
    /// The row from the bottom and the place in it, from 0, of squares on the board.
    places: Vec<Option<(usize, usize)>>,
}

impl Board {
    /// Makes a rectangle with squares beside it; `top` tells whether row 1 is on top.
    pub(crate) fn grid(files: usize, rows: usize, row_one_on_top: bool, beside: &[String]) -> Self {
        let number = |row: usize| if row_one_on_top { row + 1 } else { rows - row };
        let dark = |file: usize, row: usize| (file + number(row) + 1).is_multiple_of(2);
        let topology = Topology::grid(files, rows, number, dark);
        let form = |row: usize| FormRow { first: Square::new(row * files), number: number(row), width: files };
        let widths = vec![files; rows];
        let steps: [(isize, isize); MOST] =
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let link = |row: usize, file: usize, direction: Direction| {
            let (x, y) =
                (file.checked_add_signed(steps[direction].0)?, row.checked_add_signed(steps[direction].1)?);
            (x < files && y < rows).then(|| Square::new(y * files + x))
        };
        Self::made(topology, (0..rows).map(form).collect(), &widths, link, true, beside)
    }

    /// Makes a board of hexagons in rows, from the bottom, each centred.
    pub(crate) fn hexagons(widths: &[usize], beside: &[String]) -> Self {
        let rows = widths.len();
        let width = |row: usize| widths[rows - 1 - row];
        let first = |row: usize| (0..row).map(width).sum::<usize>();
        let widest = widths.iter().copied().max().unwrap_or(1) as f32;
        let height = 0.866_f32;
        let mut squares = Vec::new();
        for row in 0..rows {
            for place in 0..width(row) {
                squares.push(SquareInfo {
                    name: format!("{}{}", letters(place), rows - row).into(),
                    x: widest / 2.0 + place as f32 - (width(row) as f32 - 1.0) / 2.0,
                    y: 0.6 + row as f32 * height,
                    outline: Outline::Hexagon,
                    shade: (row % 2) as u8,
                });
            }
        }
        let topology =
            Topology { squares, labels: Vec::new(), width: widest, height: 1.2 + (rows as f32 - 1.0) * height };
        let form =
            |row: usize| FormRow { first: Square::new(first(row)), number: rows - row, width: width(row) };
        let link = |row: usize, place: usize, direction: Direction| {
            let (down, right) =
                [(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)].get(direction).copied()?;
            let other: usize = row.checked_add_signed(down)?;
            if other >= rows {
                return None;
            }
            // Twice the distance from the middle line, so that halves are whole.
            let x = 2 * place as isize - (width(row) as isize - 1) + right;
            let twice = x + width(other) as isize - 1;
            let place = usize::try_from(twice).ok().filter(|twice| twice % 2 == 0)? / 2;
            (place < width(other)).then(|| Square::new(first(other) + place))
        };
        let drawn: Vec<usize> = (0..rows).map(width).collect();
        Self::made(topology, (0..rows).map(form).collect(), &drawn, link, false, beside)
    }

    fn made(
        mut topology: Topology,
        rows: Vec<FormRow>,
        widths: &[usize],
        link: impl Fn(usize, usize, Direction) -> Option<Square>,
        is_grid: bool,
        beside: &[String],
    ) -> Self {
        let mut links = Vec::new();
        let mut places = Vec::new();
        for (row, &width) in widths.iter().enumerate() {
            for place in 0..width {
                links.push(std::array::from_fn(|direction| link(row, place, direction)));
                places.push(Some((widths.len() - 1 - row, place)));
            }
        }
        let mut off = Vec::new();
        for (index, name) in beside.iter().enumerate() {
            off.push(Square::new(topology.squares.len()));
            let y = topology.height - 1.1 - index as f32 * (topology.height - 1.6);
            topology.squares.push(SquareInfo {
                name: name.clone().into(),
                x: topology.width + 0.5,
                y,
                outline: Outline::Square,
                shade: 0,
            });
            topology.labels.push(Label { text: name.clone().into(), x: topology.width + 0.5, y: y + 0.7 });
            links.push([None; MOST]);
            places.push(None);
        }
        if !beside.is_empty() {
            topology.width += 1.2;
        }
        let neighbours =
            links.iter().map(|links: &[Option<Square>; MOST]| links.iter().flatten().copied().collect());
        Self { neighbours: neighbours.collect(), topology, rows, beside: off, is_grid, links, places }
    }

    /// Returns the number of squares.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Lists all squares.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.links.len()).map(Square::new)
    }

    /// Lists the directions.
    pub(crate) fn directions(&self) -> std::ops::Range<Direction> {
        0..if self.is_grid { 8 } else { 6 }
    }

    /// Returns the next square in a direction.
    pub(crate) fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        self.links[from.index()][direction]
    }

    /// Returns the squares one step away in any direction.
    pub(crate) fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[square.index()]
    }

    /// Returns the direction back.
    pub(crate) fn opposite(&self, direction: Direction) -> Direction {
        if self.is_grid { (direction + 4) % 8 } else { (direction + 3) % 6 }
    }

    /// Tells which directions some words mean for a side, after a leg that went in a direction, one bit each.
    pub(crate) fn meant(&self, words: DirectionWords, side: Side, last: Option<Direction>) -> u8 {
        let second = side == Side::Second;
        let table: [(DirectionWords, u8); 5] = if self.is_grid {
            [
                (DirectionWords::STRAIGHT, 0b0101_0101),
                (DirectionWords::DIAGONAL, 0b1010_1010),
                (DirectionWords::FORWARD, if second { 1 << 4 } else { 1 }),
                (DirectionWords::SIDEWAYS, 0b0100_0100),
                (DirectionWords::DIAGONALLY_FORWARD, if second { 0b0010_1000 } else { 0b1000_0010 }),
            ]
        } else {
            [
                (DirectionWords::STRAIGHT, 0b0011_1111),
                (DirectionWords::DIAGONAL, 0),
                (DirectionWords::FORWARD, if second { 0b1100 } else { 0b10_0001 }),
                (DirectionWords::SIDEWAYS, 0b01_0010),
                (DirectionWords::DIAGONALLY_FORWARD, 0),
            ]
        };
        let mut mask = table.iter().filter(|(word, _)| words.has(*word)).fold(0, |mask, (_, bits)| mask | bits);
        if let Some(last) = last {
            if words.has(DirectionWords::ONWARD) {
                mask |= 1 << last;
            }
            if words.has(DirectionWords::TURNING) && self.is_grid {
                mask |= 1 << ((last + 2) % 8) | 1 << ((last + 6) % 8);
            }
        }
        mask
    }

    /// Returns the directions that lead forward for a side, one bit each.
    pub(crate) fn forward(&self, side: Side) -> u8 {
        self.meant(DirectionWords::FORWARD, side, None)
    }

    /// Returns the row of a square counted from a side's own edge, from 1.
    pub(crate) fn row_for(&self, square: Square, side: Side) -> Option<usize> {
        let (row, _) = self.places[square.index()]?;
        Some(if side == Side::First { row + 1 } else { self.rows.len() - row })
    }

    /// Returns the row from the bottom and the place in it, from 0.
    pub(crate) fn place(&self, square: Square) -> Option<(usize, usize)> {
        self.places[square.index()]
    }

    /// Finds the square of a place in a row from the bottom, both from 0.
    pub(crate) fn at(&self, row: usize, place: usize) -> Option<Square> {
        let form = self.rows.len().checked_sub(row + 1).and_then(|index| self.rows.get(index))?;
        (place < form.width).then(|| Square::new(form.first.index() + place))
    }

    /// Returns where a square comes to lie when the rows are turned over, so that one side sees what the other saw.
    pub(crate) fn mirrored(&self, square: Square) -> Option<Square> {
        let (row, place) = self.place(square)?;
        self.at(self.rows.len() - 1 - row, place)
    }
}

/// Names a place in a row by letters.
fn letters(place: usize) -> char {
    char::from(b'a' + (place % 26) as u8)
}
