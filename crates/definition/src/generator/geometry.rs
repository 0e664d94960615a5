use entourage_kernel::{Square, SquareSet};

use crate::model::{Board, Direction, Directions};

/// The most directions that a square has.
pub(super) const MOST_DIRECTIONS: usize = 12;

/// All directions that there are, one bit each.
pub(super) const ALL_DIRECTIONS: Directions = (1 << MOST_DIRECTIONS) - 1;

/// Stands for no square and for no direction in tables.
const NONE: u8 = u8::MAX;

/// Holds the rays of a board and the way from each square to each other.
pub(super) struct Geometry {
    pub(super) all: SquareSet,
    /// Those that are not beside the board.
    pub(super) on_board: SquareSet,
    size: usize,
    links: Vec<[u8; MOST_DIRECTIONS]>,
    /// All squares in a direction, to the edge.
    rays: Vec<[SquareSet; MOST_DIRECTIONS]>,
    /// The directions in which the numbers of squares rise, one bit each.
    rising: Directions,
    opposites: [Direction; MOST_DIRECTIONS],
    /// The direction from a square to another, by the number of the first times the size plus that of the second.
    headings: Vec<u8>,
    neighbours: Vec<SquareSet>,
    /// The squares where row plus file is even, and those where it is odd.
    colours: [SquareSet; 2],
    /// The leaps that the lines of a game speak of, each with its ends.
    leaps: Vec<([usize; 2], Vec<SquareSet>)>,
}

impl Geometry {
    /// Makes the tables of a board and of some leaps; `None` if a ray does not rise or fall all along.
    pub(super) fn new(board: &Board, leaps: &[[usize; 2]]) -> Option<Self> {
        let size = board.len();
        let mut headings = vec![NONE; size * size];
        let (mut links, mut rays) = (Vec::new(), Vec::new());
        let (mut rising, mut falling) = (0 as Directions, 0 as Directions);
        for from in board.squares() {
            let (mut link, mut ray) = ([NONE; MOST_DIRECTIONS], [SquareSet::EMPTY; MOST_DIRECTIONS]);
            for direction in board.directions() {
                let mut last = from;
                while let Some(square) = board.step(last, direction) {
                    if last == from {
                        link[direction] = square.index() as u8;
                    }
                    *(if square > last { &mut rising } else { &mut falling }) |= 1 << direction;
                    if rising & falling != 0 || headings[from.index() * size + square.index()] != NONE {
                        return None;
                    }
                    headings[from.index() * size + square.index()] = direction as u8;
                    ray[direction].insert(square);
                    last = square;
                }
            }
            links.push(link);
            rays.push(ray);
        }
        Some(Self {
            all: SquareSet::first_squares(size),
            on_board: board.squares().filter(|square| board.place(*square).is_some()).collect(),
            size,
            links,
            rays,
            rising,
            opposites: std::array::from_fn(|direction| board.opposite(direction)),
            headings,
            neighbours: board.squares().map(|square| board.neighbours(square)).collect(),
            colours: [0, 1].map(|odd| {
                let has =
                    |square: &Square| board.place(*square).map(|(row, file)| (row + file) % 2) == Some(odd);
                board.squares().filter(has).collect()
            }),
            leaps: leaps
                .iter()
                .map(|by| (*by, board.squares().map(|from| board.leaps(from, *by)).collect()))
                .collect(),
        })
    }

    /// Returns the squares of the other colour than a square's.
    pub(super) fn other_colour(&self, from: Square) -> SquareSet {
        match self.colours.each_ref().map(|colour| colour.contains(from)) {
            [true, _] => self.colours[1],
            [_, true] => self.colours[0],
            _ => SquareSet::EMPTY,
        }
    }

    /// Returns the squares so far away by files and rows, in all ways.
    pub(super) fn leaps(&self, from: Square, by: [usize; 2]) -> SquareSet {
        let found = self.leaps.iter().find(|(other, _)| *other == by);
        found.map_or(SquareSet::EMPTY, |(_, ends)| ends[from.index()])
    }

    /// Returns the next square in a direction.
    #[inline]
    pub(super) fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        let link = self.links[from.index()][direction];
        if link == NONE { None } else { Some(Square::new(usize::from(link))) }
    }

    /// Returns the squares in a direction, to the edge.
    #[inline]
    pub(super) fn ray(&self, from: Square, direction: Direction) -> SquareSet {
        self.rays[from.index()][direction]
    }

    /// Returns the squares in a direction up to the first occupied one.
    #[inline]
    pub(super) fn seen(&self, from: Square, direction: Direction, occupied: SquareSet) -> SquareSet {
        let ray = self.rays[from.index()][direction];
        match self.nearest(ray & occupied, direction) {
            Some(blocker) => ray ^ self.rays[blocker.index()][direction],
            None => ray,
        }
    }

    /// Returns the square of a ray's part that is nearest to where the ray begins.
    #[inline]
    pub(super) fn nearest(&self, part: SquareSet, direction: Direction) -> Option<Square> {
        if part.is_empty() {
            None
        } else if self.rising >> direction & 1 != 0 {
            Some(Square::new(part.0.trailing_zeros() as usize))
        } else {
            Some(Square::new(127 - part.0.leading_zeros() as usize))
        }
    }

    /// Returns the squares in several directions, one bit each, up to the first occupied ones.
    #[inline]
    pub(super) fn sight(&self, from: Square, mut directions: Directions, occupied: SquareSet) -> SquareSet {
        let mut seen = SquareSet::EMPTY;
        while directions != 0 {
            seen |= self.seen(from, directions.trailing_zeros() as usize, occupied);
            directions &= directions - 1;
        }
        seen
    }

    /// Returns the direction from a square to another that is in line with it.
    #[inline]
    pub(super) fn heading(&self, from: Square, to: Square) -> Option<Direction> {
        let heading = self.headings[from.index() * self.size + to.index()];
        if heading == NONE { None } else { Some(usize::from(heading)) }
    }

    /// Returns the squares strictly between two squares, the second of which lies in a direction from the first.
    #[inline]
    pub(super) fn between(&self, from: Square, direction: Direction, to: Square) -> SquareSet {
        self.ray(from, direction) & self.ray(to, self.opposites[direction])
    }

    /// Returns the direction back.
    #[inline]
    pub(super) fn opposite(&self, direction: Direction) -> Direction {
        self.opposites[direction]
    }

    /// Returns the squares one step away.
    #[inline]
    pub(super) fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[square.index()]
    }

    /// Returns the squares one step away in some directions, one bit each.
    pub(super) fn towards(&self, from: Square, directions: Directions) -> SquareSet {
        bits(directions).filter_map(|direction| self.step(from, direction)).collect()
    }
}

/// Lists the numbers of the bits of a mask.
#[inline]
pub(super) fn bits(mut mask: Directions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        let found = mask != 0;
        mask &= mask.wrapping_sub(1);
        found.then_some(bit)
    })
}
