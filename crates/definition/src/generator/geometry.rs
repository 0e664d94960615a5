use entourage_kernel::{Side, Square, SquareSet};

use crate::model::{Board, Direction, DirectionWords, Directions, Kinds, Leap, Length, Shape};

/// Upper bound on the number of directions, rounded up so that indexes need no bounds check.
pub(super) const MAX_DIRECTIONS: usize = 16;

const NONE: u8 = u8::MAX;

/// Number of rows of a table: a power of two, so that indexing by a masked square needs no bounds check.
pub(super) const ROWS: usize = 128;

pub(super) type PerSquare<T> = Box<[T; ROWS]>;

/// Creates a table with `of(square)` in the entry of each square of the board, and `other` in all remaining entries.
pub(super) fn per_square<T: Copy>(board: &Board, other: T, of: impl Fn(Square) -> T) -> PerSquare<T> {
    let mut table = Box::new([other; ROWS]);
    board.squares().for_each(|square| table[square.index()] = of(square));
    table
}

/// A step in a direction as a difference of square numbers, with the squares from which the step is possible.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) by: isize,
    pub(super) starts: SquareSet,
}

impl Shift {
    #[inline]
    pub(super) fn of(self, pieces: SquareSet) -> SquareSet {
        let moved = (pieces & self.starts).0;
        SquareSet(if self.by < 0 { moved >> -self.by } else { moved << self.by })
    }
}

type Rides = Vec<Vec<Square>>;

pub(super) struct Geometry {
    pub(super) all: SquareSet,
    pub(super) on_board: SquareSet,
    links: PerSquare<[u8; MAX_DIRECTIONS]>,
    /// All squares from a square to the edge, for each direction.
    rays: PerSquare<[SquareSet; MAX_DIRECTIONS]>,
    /// The directions in which square numbers increase, as a bit set.
    rising: Directions,
    opposites: [Direction; MAX_DIRECTIONS],
    headings: PerSquare<[u8; ROWS]>,
    neighbours: PerSquare<SquareSet>,
    /// For each half of the direction words, what each set of them means for each side, ignoring the previous leg.
    meant: [Vec<[Directions; 2]>; 2],
    is_grid: bool,
    /// The step in each direction, if the difference in square numbers is the same on the whole board.
    shifts: [Option<Shift>; MAX_DIRECTIONS],
    pub(super) files: Vec<SquareSet>,
    /// Squares where row + file is even, and where it is odd.
    colours: [SquareSet; 2],
    leaps: Vec<(Leap, [PerSquare<SquareSet>; 2])>,
    rides: Vec<(Leap, [Vec<Rides>; 2])>,
}

pub(super) struct Tables<'m> {
    pub(super) board: &'m Board,
    pub(super) geometry: &'m Geometry,
    pub(super) all_kinds: Kinds,
    /// Whether the game has pieces in hand. Then `line` generates moves: it drops only the first of identical pieces.
    pub(super) has_hands: bool,
}

fn files(board: &Board) -> Vec<SquareSet> {
    let file = |square: Square| board.place(square).map(|(_, file)| file);
    let count = board.squares().filter_map(file).max().map_or(0, |last| last + 1);
    (0..count).map(|each| board.squares().filter(|square| file(*square) == Some(each)).collect()).collect()
}

impl Geometry {
    /// Creates a board's tables for single and repeated leaps; `None` if square numbers along a ray are not monotonic.
    pub(super) fn new(board: &Board, leaps: &[Leap], rides: &[Leap]) -> Option<Self> {
        let mut headings = Box::new([[NONE; ROWS]; ROWS]);
        let mut links = Box::new([[NONE; MAX_DIRECTIONS]; ROWS]);
        let mut rays = Box::new([[SquareSet::EMPTY; MAX_DIRECTIONS]; ROWS]);
        let (mut rising, mut falling) = (0 as Directions, 0 as Directions);
        for from in board.squares() {
            let (mut link, mut ray) = ([NONE; MAX_DIRECTIONS], [SquareSet::EMPTY; MAX_DIRECTIONS]);
            for direction in board.directions() {
                let mut last = from;
                while let Some(square) = board.step(last, direction) {
                    if last == from {
                        link[direction] = square.index() as u8;
                    }
                    *(if square > last { &mut rising } else { &mut falling }) |= 1 << direction;
                    if rising & falling != 0 || headings[from.index()][square.index()] != NONE {
                        return None;
                    }
                    headings[from.index()][square.index()] = direction as u8;
                    ray[direction].insert(square);
                    last = square;
                }
            }
            links[from.index()] = link;
            rays[from.index()] = ray;
        }
        Some(Self {
            all: SquareSet::first_squares(board.len()),
            on_board: board.squares().filter(|square| board.place(*square).is_some()).collect(),
            links,
            rays,
            rising,
            opposites: std::array::from_fn(|direction| board.opposite(direction)),
            headings,
            neighbours: per_square(board, SquareSet::EMPTY, |square| board.neighbours(square)),
            meant: DirectionWords::halves()
                .map(|half| half.map(|words| Side::BOTH.map(|side| board.meant(words, side, None))).collect()),
            is_grid: board.shape == Shape::Grid,
            shifts: std::array::from_fn(|direction| shift(board, direction)),
            files: files(board),
            colours: [0, 1].map(|odd| {
                let has =
                    |square: &Square| board.place(*square).map(|(row, file)| (row + file) % 2) == Some(odd);
                board.squares().filter(has).collect()
            }),
            leaps: leaps
                .iter()
                .map(|leap| {
                    let ends =
                        |side| per_square(board, SquareSet::EMPTY, |from| board.leaps(from, *leap, side));
                    (*leap, Side::BOTH.map(ends))
                })
                .collect(),
            rides: rides
                .iter()
                .map(|leap| {
                    let ways = |side| board.squares().map(|from| board.rides(from, *leap, side)).collect();
                    (*leap, Side::BOTH.map(ways))
                })
                .collect(),
        })
    }

    pub(super) fn other_colour(&self, from: Square) -> SquareSet {
        match self.colours.each_ref().map(|colour| colour.contains(from)) {
            [true, _] => self.colours[1],
            [_, true] => self.colours[0],
            _ => SquareSet::EMPTY,
        }
    }

    pub(super) fn leaps(&self, from: Square, by: Leap, side: Side) -> SquareSet {
        let found = self.leaps.iter().find(|(other, _)| *other == by);
        found.map_or(SquareSet::EMPTY, |(_, ends)| ends[side.index()][from.index()])
    }

    pub(super) fn rides(&self, from: Square, by: Leap, side: Side) -> &[Vec<Square>] {
        let found = self.rides.iter().find(|(other, _)| *other == by);
        found.map_or(&[], |(_, ways)| &ways[side.index()][from.index()])
    }

    #[inline]
    pub(super) fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        let link = self.links[from.index() & (ROWS - 1)][direction & (MAX_DIRECTIONS - 1)];
        if link == NONE { None } else { Some(Square::new(usize::from(link))) }
    }

    #[inline]
    pub(super) fn ray(&self, from: Square, direction: Direction) -> SquareSet {
        self.rays[from.index() & (ROWS - 1)][direction & (MAX_DIRECTIONS - 1)]
    }

    /// Returns the squares where a slide of a permitted length can end on an empty board.
    pub(super) fn reach(&self, from: Square, direction: Direction, length: Length) -> SquareSet {
        let Some(most) = length.most() else { return self.ray(from, direction) };
        let (mut at, mut found) = (from, SquareSet::EMPTY);
        for squares in 1..=most {
            let Some(next) = self.step(at, direction) else { break };
            if length.fits(squares) {
                found.insert(next);
            }
            at = next;
        }
        found
    }

    /// Returns the squares in a direction up to and including the first occupied one.
    #[inline]
    pub(super) fn seen(&self, from: Square, direction: Direction, occupied: SquareSet) -> SquareSet {
        self.sight(from, 1 << direction, occupied)
    }

    #[inline]
    pub(super) fn sight(&self, from: Square, directions: Directions, occupied: SquareSet) -> SquareSet {
        let rays = &self.rays[from.index() & (ROWS - 1)];
        let mut seen = SquareSet::EMPTY;
        let (mut rising, mut falling) = (directions & self.rising, directions & !self.rising);
        // For a ray without a blocker, use the last row of the table: its rays are empty.
        while rising != 0 {
            let direction = rising.trailing_zeros() as usize & (MAX_DIRECTIONS - 1);
            let ray = rays[direction];
            let blocker = ((ray & occupied).0 | 1 << (ROWS - 1)).trailing_zeros() as usize;
            seen |= ray ^ self.rays[blocker & (ROWS - 1)][direction];
            rising &= rising - 1;
        }
        while falling != 0 {
            let direction = falling.trailing_zeros() as usize & (MAX_DIRECTIONS - 1);
            let ray = rays[direction];
            let blocker = ROWS - 1 - ((ray & occupied).0 | 1).leading_zeros() as usize;
            seen |= ray ^ self.rays[blocker & (ROWS - 1)][direction];
            falling &= falling - 1;
        }
        seen
    }

    #[inline]
    pub(super) fn heading(&self, from: Square, to: Square) -> Option<Direction> {
        let heading = self.headings[from.index() & (ROWS - 1)][to.index() & (ROWS - 1)];
        if heading == NONE { None } else { Some(usize::from(heading)) }
    }

    #[inline]
    pub(super) fn between(&self, from: Square, direction: Direction, to: Square) -> SquareSet {
        self.ray(from, direction) & self.ray(to, self.opposites[direction])
    }

    #[inline]
    pub(super) fn shift(&self, direction: Direction) -> Option<Shift> {
        self.shifts[direction]
    }

    #[inline]
    pub(super) fn meant(&self, words: DirectionWords, side: Side, last: Option<Direction>) -> Directions {
        let [first, second] = words.numbers();
        let mut mask = self.meant[0][first][side.index()] | self.meant[1][second][side.index()];
        if let Some(last) = last {
            if words.has(DirectionWords::ONWARD) {
                mask |= 1 << last;
            }
            if words.has(DirectionWords::TURNING) && self.is_grid {
                mask |= 1 << ((last + 2) % 8) | 1 << ((last + 6) % 8);
            }
            if words.has(DirectionWords::BENDING) && self.is_grid {
                mask |= 1 << ((last + 1) % 8) | 1 << ((last + 7) % 8);
            }
        }
        mask
    }

    #[inline]
    pub(super) fn opposite(&self, direction: Direction) -> Direction {
        self.opposites[direction]
    }

    #[inline]
    pub(super) fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[square.index() & (ROWS - 1)]
    }

    pub(super) fn towards(&self, from: Square, directions: Directions) -> SquareSet {
        bits(directions).filter_map(|direction| self.step(from, direction)).collect()
    }
}

fn shift(board: &Board, direction: Direction) -> Option<Shift> {
    if !board.directions().contains(&direction) {
        return None;
    }
    let linked = |from: Square| Some((from, board.step(from, direction)?));
    let by = |(from, to): (Square, Square)| to.index() as isize - from.index() as isize;
    let first = board.squares().find_map(linked).map(by)?;
    let is_even = board.squares().filter_map(linked).all(|link| by(link) == first);
    let starts = board.squares().filter_map(linked).map(|(from, _)| from).collect();
    is_even.then_some(Shift { by: first, starts })
}

#[inline]
pub(super) fn bits(mut mask: Directions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        let found = mask != 0;
        mask &= mask.wrapping_sub(1);
        found.then_some(bit)
    })
}
