use std::collections::HashMap;

use entourage_kernel::{FormRow, Label, Outline, Side, Square, SquareInfo, SquareSet, Topology};

use super::{DirectionWords, Leap};

/// Index of a direction, clockwise; on hexagonal boards the six straight directions come first.
pub(crate) type Direction = usize;

pub(crate) type Directions = u16;

const MAX_LINKS: usize = 12;

/// Distance between adjacent files or rows of hexagons whose centres are 1 apart (√3/2).
const HEXAGON: f32 = 0.866;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Grid,
    /// Hexagons in centred rows, with two forward directions.
    Rows,
    /// Hexagons in centred files, with one forward direction.
    Files,
}

/// Coordinates in which each direction is a constant offset; `x` is doubled for centred rows, `y` (upwards) for centred files.
type Point = (i32, i32);

/// A square's row from the bottom and its index in the row, both from 0.
type Place = (usize, usize);

impl Shape {
    fn steps(self) -> Vec<Point> {
        let straight: [Point; 6] = match self {
            Self::Grid => {
                return vec![(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            }
            Self::Rows => [(1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1)],
            Self::Files => [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)],
        };
        let between = (0..6).map(|index| sum(straight[index], 1, straight[(index + 1) % 6], 1));
        straight.into_iter().chain(between).collect()
    }
}

fn sum(one: Point, once: i32, other: Point, twice: i32) -> Point {
    (one.0 * once + other.0 * twice, one.1 * once + other.1 * twice)
}

/// A board's squares, each linked to at most one other square per direction.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) topology: Topology,
    /// Rows in the order of the position notation: from the top, or files from the left for `Shape::Files`.
    pub(crate) rows: Vec<FormRow>,
    /// Squares off the board, which no direction leads to or from.
    pub(crate) beside: Vec<Square>,
    pub(crate) shape: Shape,
    links: Vec<[Option<Square>; MAX_LINKS]>,
    wrapped: Option<Vec<[Option<Square>; MAX_LINKS]>>,
    neighbours: Vec<SquareSet>,
    /// The row of each square, and its index in that row.
    places: Vec<Option<Place>>,
    points: Vec<Option<Point>>,
    by_point: HashMap<Point, Square>,
}

impl Board {
    pub(crate) fn grid(files: usize, rows: usize, row_one_on_top: bool, beside: &[String]) -> Self {
        let number = |row: usize| if row_one_on_top { row + 1 } else { rows - row };
        let dark = |file: usize, row: usize| (file + number(row) + 1).is_multiple_of(2);
        let topology = Topology::grid(files, rows, number, dark);
        let form = |row: usize| FormRow { first: Square::new(row * files), number: number(row), width: files };
        let place = |row: usize, file: usize| ((file as i32, (rows - 1 - row) as i32), (rows - 1 - row, file));
        Self::made(Shape::Grid, topology, (0..rows).map(form).collect(), place, beside)
    }

    pub(crate) fn hexagons_in_rows(widths: &[usize], beside: &[String]) -> Self {
        let rows = widths.len();
        let width = |row: usize| widths[rows - 1 - row];
        let first = |row: usize| (0..row).map(width).sum::<usize>();
        let widest = widths.iter().copied().max().unwrap_or(1) as f32;
        let mut squares = Vec::new();
        for row in 0..rows {
            for place in 0..width(row) {
                squares.push(SquareInfo {
                    name: format!("{}{}", letter(place), rows - row).into(),
                    x: widest / 2.0 + place as f32 - (width(row) as f32 - 1.0) / 2.0,
                    y: 0.6 + row as f32 * HEXAGON,
                    outline: Outline::Hexagon,
                    shade: (row % 2) as u8,
                });
            }
        }
        let topology = Topology {
            squares,
            labels: Vec::new(),
            width: widest,
            height: 1.2 + (rows as f32 - 1.0) * HEXAGON,
        };
        let form =
            |row: usize| FormRow { first: Square::new(first(row)), number: rows - row, width: width(row) };
        let place = |row: usize, place: usize| {
            // Twice the distance from the middle line, to keep halves integral.
            let across = 2 * place as i32 - (width(row) as i32 - 1);
            ((across, (rows - 1 - row) as i32), (rows - 1 - row, place))
        };
        Self::made(Shape::Rows, topology, (0..rows).map(form).collect(), place, beside)
    }

    /// Creates a board of hexagons in centred files, from the left. File letters skip j.
    pub(crate) fn hexagons_in_files(heights: &[usize], beside: &[String]) -> Self {
        let tallest = heights.iter().copied().max().unwrap_or(1) as f32;
        let mut squares = Vec::new();
        let mut labels = Vec::new();
        for (file, &height) in heights.iter().enumerate() {
            let (name, x) = (file_letter(file), 0.6 + file as f32 * HEXAGON);
            let bottom = tallest / 2.0 + (height as f32 - 1.0) / 2.0;
            for row in 0..height {
                // Hexagons need three shades so that neighbours differ.
                let slant = (2 * row as i32 - (height as i32 - 1) - file as i32).div_euclid(2);
                squares.push(SquareInfo {
                    name: format!("{name}{}", row + 1).into(),
                    x,
                    y: bottom - row as f32,
                    outline: Outline::TurnedHexagon,
                    shade: (file as i32 - slant).rem_euclid(3) as u8,
                });
            }
            labels.push(Label { text: name.to_string().into(), x, y: bottom + 0.75 });
        }
        let width = 1.2 + (heights.len() as f32 - 1.0) * HEXAGON;
        let topology = Topology { squares, labels, width, height: tallest };
        let form = |file: usize| FormRow {
            first: Square::new(heights[..file].iter().sum()),
            number: file + 1,
            width: heights[file],
        };
        let place =
            |file: usize, row: usize| ((file as i32, 2 * row as i32 - (heights[file] as i32 - 1)), (row, file));
        Self::made(Shape::Files, topology, (0..heights.len()).map(form).collect(), place, beside)
    }

    fn made(
        shape: Shape,
        mut topology: Topology,
        rows: Vec<FormRow>,
        place: impl Fn(usize, usize) -> (Point, Place),
        beside: &[String],
    ) -> Self {
        let places = rows.iter().enumerate().flat_map(|(index, row)| (0..row.width).map(move |at| (index, at)));
        let (mut points, mut places): (Vec<Option<Point>>, Vec<Option<Place>>) =
            places.map(|(index, at)| place(index, at)).map(|(point, place)| (Some(point), Some(place))).unzip();
        let by_point: HashMap<Point, Square> =
            (0..).zip(&points).filter_map(|(index, point)| Some(((*point)?, Square::new(index)))).collect();
        let steps = shape.steps();
        let link = |point: Point, direction: Direction| {
            by_point.get(&sum(point, 1, *steps.get(direction)?, 1)).copied()
        };
        let mut links: Vec<[Option<Square>; MAX_LINKS]> = points
            .iter()
            .flatten()
            .map(|point| std::array::from_fn(|direction| link(*point, direction)))
            .collect();
        let mut off = Vec::new();
        // The first half of the squares belongs to the first side and is at the bottom; the second half is at the top.
        let half = beside.len().div_ceil(2);
        let deep = ((topology.height / 2.0) as usize).clamp(1, half.max(1));
        // Leave a gap between the board and the squares for pieces in hand.
        let apart = if deep == 1 { 0.5 } else { 1.0 };
        let (width, height) = (topology.width, topology.height);
        for (index, name) in beside.iter().enumerate() {
            off.push(Square::new(topology.squares.len()));
            let (column, row) = (index % half / deep, (index % half % deep) as f32);
            let x = width + apart + column as f32;
            let y = if index < half { height - 1.1 - row } else { 0.5 + row };
            topology.squares.push(SquareInfo {
                name: name.clone().into(),
                x,
                y,
                outline: Outline::Square,
                shade: 2,
            });
            if deep == 1 {
                topology.labels.push(Label { text: name.clone().into(), x, y: y + 0.7 });
            }
            links.push([None; MAX_LINKS]);
            places.push(None);
            points.push(None);
        }
        if !beside.is_empty() {
            topology.width += apart - 0.3 + half.div_ceil(deep) as f32;
        }
        let near = if shape == Shape::Grid { 8 } else { 6 };
        let neighbours = links.iter().map(|links| links[..near].iter().flatten().copied().collect());
        Self {
            neighbours: neighbours.collect(),
            topology,
            rows,
            beside: off,
            shape,
            links,
            wrapped: None,
            places,
            points,
            by_point,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.links.len()).map(Square::new)
    }

    pub(crate) fn directions(&self) -> std::ops::Range<Direction> {
        0..if self.shape == Shape::Grid { 8 } else { 12 }
    }

    pub(crate) fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        self.links[from.index()][direction]
    }

    /// Links opposite edges of the board, for pieces that can move across an edge. Keeps existing links.
    pub(crate) fn wrap(&mut self, sideways: bool, forward: bool) {
        let sides = Side::BOTH.map(|side| self.forward(side));
        let across = self.meant(DirectionWords::SIDEWAYS, Side::First, None);
        let mut wrapped = self.links.clone();
        for square in self.squares() {
            let Some((row, place)) = self.places[square.index()] else { continue };
            let width = self.width(square);
            for direction in self.directions().filter(|direction| self.step(square, *direction).is_none()) {
                let bit = 1 << direction;
                let other = if sideways && across & bit != 0 {
                    // Continue at the other end of the row.
                    self.at(row, if place == 0 { width - 1 } else { 0 })
                } else if forward && (sides[0] | sides[1]) & bit != 0 {
                    self.at(row, width - 1 - place).and_then(|other| self.step(other, direction))
                } else {
                    None
                };
                wrapped[square.index()][direction] = other.filter(|other| *other != square);
            }
        }
        self.wrapped = Some(wrapped);
    }

    pub(crate) fn wraps(&self) -> bool {
        self.wrapped.is_some()
    }

    pub(crate) fn wrapped_step(&self, from: Square, direction: Direction) -> Option<Square> {
        self.wrapped.as_ref().map_or(&self.links, |wrapped| wrapped)[from.index()][direction]
    }

    fn width(&self, square: Square) -> usize {
        let row = self.places[square.index()].map(|(row, _)| row);
        self.places.iter().flatten().filter(|(other, _)| Some(*other) == row).count()
    }

    /// Returns the squares at a distance of `least` to `most` steps in the specified directions, ignoring pieces.
    pub(crate) fn away(&self, from: Square, directions: Directions, least: u8, most: u8) -> SquareSet {
        let mut known = SquareSet::of(from);
        let (mut last, mut found) = (known, SquareSet::EMPTY);
        for steps in 1..=most {
            let next: SquareSet = last
                .into_iter()
                .flat_map(|square| {
                    let meant = self.directions().filter(|direction| directions >> direction & 1 != 0);
                    meant.filter_map(move |direction| self.step(square, direction))
                })
                .collect();
            last = next - known;
            known |= next;
            if steps >= least {
                found |= last;
            }
        }
        found
    }

    /// Returns the neighbouring squares; on hexagons the six that share an edge.
    pub(crate) fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[square.index()]
    }

    /// Lists the coordinate offsets of a leap from a side's point of view.
    fn bounds(&self, leap: Leap, side: Side) -> Vec<Point> {
        let steps = self.shape.steps();
        // The straight directions in clockwise order, and the diagonal between each direction and the next one.
        let count = if self.shape == Shape::Grid { 4 } else { 6 };
        let straight = |index: usize| if self.shape == Shape::Grid { index % 4 * 2 } else { index % 6 };
        let between = |index: usize| if self.shape == Shape::Grid { index * 2 + 1 } else { index + 6 };
        let meant = match leap.towards {
            DirectionWords::NONE => Directions::MAX,
            words => self.meant(words, side, None),
        };
        // The order of the two distances does not matter if one is 0.
        let leads = match leap.by.map(|far| far as i32) {
            [far, 0] => [0, far],
            leads => leads,
        };
        let [a, b] = leads;
        let near = a == b;
        let mut found: Vec<Point> = Vec::new();
        for index in 0..count {
            let [one, other] = [straight(index), straight(index + 1)];
            for (a, b) in [(a, b), (b, a)] {
                // The second number of a leap such as 1-2 is the distance along the named direction.
                let along: Directions = match (near, [a, b] == leads) {
                    (true, _) => 0,
                    (false, true) => 1 << other,
                    (false, false) => 1 << one,
                };
                let quarter: Directions = if a > 0 && b > 0 { 1 << between(index) } else { 0 };
                let bound = sum(steps[one], a, steps[other], b);
                if (along | quarter) & meant != 0 && bound != (0, 0) && !found.contains(&bound) {
                    found.push(bound);
                }
            }
        }
        found
    }

    pub(crate) fn leaps(&self, from: Square, leap: Leap, side: Side) -> SquareSet {
        self.rides(from, leap, side).iter().filter_map(|squares| squares.first().copied()).collect()
    }

    /// Lists the squares of repeated leaps in each direction, up to the edge.
    pub(crate) fn rides(&self, from: Square, leap: Leap, side: Side) -> Vec<Vec<Square>> {
        let Some(point) = self.points[from.index()] else { return Vec::new() };
        let ride = |by: Point| {
            let all = (1..).map_while(|times| self.by_point.get(&sum(point, 1, by, times)).copied());
            all.collect::<Vec<Square>>()
        };
        self.bounds(leap, side).into_iter().map(ride).filter(|squares| !squares.is_empty()).collect()
    }

    pub(crate) fn opposite(&self, direction: Direction) -> Direction {
        match self.shape {
            Shape::Grid => (direction + 4) % 8,
            Shape::Rows | Shape::Files => direction / 6 * 6 + (direction + 3) % 6,
        }
    }

    pub(crate) fn meant(&self, words: DirectionWords, side: Side, last: Option<Direction>) -> Directions {
        let second = side == Side::Second;
        let behind = words.meets(DirectionWords::BACKWARD.with(DirectionWords::DIAGONALLY_BACKWARD));
        let behind = if behind { self.meant(words.turned(), !side, None) } else { 0 };
        let (straight, diagonal, forward, sideways, diagonally, obliquely): (u16, u16, u16, u16, u16, u16) =
            match (self.shape, second) {
                (Shape::Grid, false) => (0b0101_0101, 0b1010_1010, 1, 0b0100_0100, 0b1000_0010, 0),
                (Shape::Grid, true) => (0b0101_0101, 0b1010_1010, 1 << 4, 0b0100_0100, 0b0010_1000, 0),
                (Shape::Rows, false) => (0o77, 0o77 << 6, 0b10_0001, 0b01_0010, 1 << 11, 0),
                (Shape::Rows, true) => (0o77, 0o77 << 6, 0b00_1100, 0b01_0010, 1 << 8, 0),
                (Shape::Files, false) => (0o77, 0o77 << 6, 1, 0, 1 << 6 | 1 << 11, 0b10_0010),
                (Shape::Files, true) => (0o77, 0o77 << 6, 1 << 3, 0, 1 << 8 | 1 << 9, 0b01_0100),
            };
        let table = [
            (DirectionWords::STRAIGHT, straight),
            (DirectionWords::DIAGONAL, diagonal),
            (DirectionWords::FORWARD, forward),
            (DirectionWords::SIDEWAYS, sideways),
            (DirectionWords::DIAGONALLY_FORWARD, diagonally),
            (DirectionWords::OBLIQUELY_FORWARD, obliquely),
        ];
        let mut mask =
            table.iter().filter(|(word, _)| words.has(*word)).fold(behind, |mask, (_, bits)| mask | bits);
        if self.shape == Shape::Grid && words.meets(DirectionWords::ONE_SIDED) {
            // Directions from the first side's point of view, which are reversed for the second side.
            let turn = if second { 4 } else { 0 };
            let sided = [
                (DirectionWords::LEFT, 6),
                (DirectionWords::RIGHT, 2),
                (DirectionWords::FORWARD_LEFT, 7),
                (DirectionWords::FORWARD_RIGHT, 1),
                (DirectionWords::BACKWARD_LEFT, 5),
                (DirectionWords::BACKWARD_RIGHT, 3),
            ];
            let meant = sided.iter().filter(|(word, _)| words.has(*word));
            mask = meant.fold(mask, |mask, (_, direction)| mask | 1 << ((direction + turn) % 8));
        }
        if let Some(last) = last {
            if words.has(DirectionWords::ONWARD) {
                mask |= 1 << last;
            }
            if self.shape == Shape::Grid {
                if words.has(DirectionWords::TURNING) {
                    mask |= 1 << ((last + 2) % 8) | 1 << ((last + 6) % 8);
                }
                if words.has(DirectionWords::BENDING) {
                    mask |= 1 << ((last + 1) % 8) | 1 << ((last + 7) % 8);
                }
            }
        }
        mask
    }

    pub(crate) fn forward(&self, side: Side) -> Directions {
        self.meant(DirectionWords::FORWARD, side, None)
    }

    /// Returns the number of rows in a square's file; with `Shape::Files`, files differ in length.
    pub(crate) fn depth(&self, square: Square) -> Option<usize> {
        let (_, file) = self.places[square.index()]?;
        Some(if self.shape == Shape::Files { self.rows[file].width } else { self.rows.len() })
    }

    pub(crate) fn deepest(&self) -> usize {
        let deepest = || self.rows.iter().map(|file| file.width).max().unwrap_or(1);
        if self.shape == Shape::Files { deepest() } else { self.rows.len() }
    }

    /// Returns the number of a square's row from a side's point of view: 1 at that side's edge.
    pub(crate) fn row_for(&self, square: Square, side: Side) -> Option<usize> {
        let (row, _) = self.places[square.index()]?;
        Some(if side == Side::First { row + 1 } else { self.depth(square)? - row })
    }

    pub(crate) fn place(&self, square: Square) -> Option<(usize, usize)> {
        self.places[square.index()]
    }

    pub(crate) fn at(&self, row: usize, place: usize) -> Option<Square> {
        let (form, place) = match self.shape {
            Shape::Files => (self.rows.get(place)?, row),
            Shape::Grid | Shape::Rows => (self.rows.get(self.rows.len().checked_sub(row + 1)?)?, place),
        };
        (place < form.width).then(|| Square::new(form.first.index() + place))
    }

    pub(crate) fn row_between(&self, a: Square, b: Square) -> Option<Vec<Square>> {
        let ((row, first), (other, last)) = (self.place(a)?, self.place(b)?);
        let (low, high) = (first.min(last), first.max(last));
        (row == other).then(|| (low + 1..high).filter_map(|place| self.at(row, place)).collect())
    }

    /// Returns the square with the same index in the vertically mirrored row.
    pub(crate) fn mirrored(&self, square: Square) -> Option<Square> {
        let (row, place) = self.place(square)?;
        self.at(self.depth(square)? - 1 - row, place)
    }
}

fn letter(place: usize) -> char {
    char::from(b'a' + (place % 26) as u8)
}

fn file_letter(file: usize) -> char {
    letter(if file < 9 { file } else { file + 1 })
}
