use arrayvec::ArrayVec;
use entourage_kernel::{Square, SquareSet};

use crate::execution::Route;
use crate::model::{Direction, Line};

/// Maximum number of legs (parts) of a move; definitions with longer moves use the slower reference implementation (law).
pub(super) const MAX_LEGS: usize = 8;

pub(super) type Deed<'w> = crate::execution::Deed<&'w Way<'w>>;

/// An ordered set of squares.
#[derive(Clone, Default)]
pub(super) struct Trail {
    set: SquareSet,
    squares: ArrayVec<Square, { Square::LIMIT }>,
}

impl Trail {
    #[inline]
    pub(super) fn push(&mut self, square: Square) {
        if !self.set.contains(square) {
            self.set.insert(square);
            self.squares.push(square);
        }
    }

    #[inline]
    pub(super) fn cut(&mut self, left: usize) {
        while self.squares.len() > left {
            if let Some(square) = self.squares.pop() {
                self.set.remove(square);
            }
        }
    }

    #[inline]
    pub(super) fn set(&self) -> SquareSet {
        self.set
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Square] {
        &self.squares
    }

    fn keep(&mut self, kept: SquareSet) {
        self.squares.retain(|square| kept.contains(*square));
        self.set &= kept;
    }
}

#[derive(Clone)]
pub(super) struct Way<'m> {
    pub(super) line: &'m Line,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) stops: ArrayVec<Square, MAX_LEGS>,
    pub(super) taken: Trail,
    pub(super) stays: SquareSet,
    pub(super) over: Trail,
    pub(super) crossed: Option<Square>,
    pub(super) direction: Option<Direction>,
    pub(super) displaced: Option<[Square; 2]>,
}

impl<'m> Way<'m> {
    pub(super) fn at(from: Square, line: &'m Line) -> Self {
        Self {
            line,
            from,
            to: from,
            stops: ArrayVec::new(),
            taken: Trail::default(),
            stays: SquareSet::EMPTY,
            over: Trail::default(),
            crossed: None,
            direction: None,
            displaced: None,
        }
    }

    pub(super) fn straight(line: &'m Line, from: Square, to: Square, takes: bool) -> Self {
        let mut way = Self::at(from, line);
        way.to = to;
        way.stops.push(to);
        if takes {
            way.taken.push(to);
        }
        way
    }

    #[inline]
    pub(super) fn route(&self) -> Route<'_> {
        Route {
            from: self.from,
            to: self.to,
            label: self.line.label,
            stops: &self.stops,
            taken: self.taken.as_slice(),
            taken_set: self.taken.set(),
            stays: self.stays,
            over: self.over.as_slice(),
            crossed: self.crossed,
            direction: self.direction,
            displaced: self.displaced,
            is_castling: false,
        }
    }

    pub(super) fn sparing(&self, kept: SquareSet, stays: SquareSet) -> Self {
        let mut way = self.clone();
        way.taken.keep(kept);
        way.stays = stays;
        way
    }

    pub(super) fn copy(&mut self, other: &Way<'_>) {
        (self.from, self.to, self.crossed) = (other.from, other.to, other.crossed);
        (self.direction, self.displaced) = (other.direction, other.displaced);
        self.stops.clone_from(&other.stops);
        self.taken.clone_from(&other.taken);
        self.over.clone_from(&other.over);
    }
}
