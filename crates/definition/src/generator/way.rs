use arrayvec::ArrayVec;
use entourage_kernel::{Square, SquareSet};

use crate::execution::Route;
use crate::model::{Direction, Line};

/// Bounds the legs of a way; a definition with longer ones is left to the law.
pub(super) const MOST_LEGS: usize = 8;

pub(super) type Deed<'w> = crate::execution::Deed<&'w Way<'w>>;

/// Lists squares in an order, each once.
#[derive(Clone, Default)]
pub(super) struct Trail {
    set: SquareSet,
    squares: ArrayVec<Square, { Square::LIMIT }>,
}

impl Trail {
    /// Adds a square, unless it is in the list.
    #[inline]
    pub(super) fn push(&mut self, square: Square) {
        if !self.set.contains(square) {
            self.set.insert(square);
            self.squares.push(square);
        }
    }

    /// Takes the last squares off, so that so many are left.
    #[inline]
    pub(super) fn cut(&mut self, left: usize) {
        while self.squares.len() > left {
            if let Some(square) = self.squares.pop() {
                self.set.remove(square);
            }
        }
    }

    /// Returns the squares as a set.
    #[inline]
    pub(super) fn set(&self) -> SquareSet {
        self.set
    }

    /// Returns the squares in their order.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Square] {
        &self.squares
    }

    fn keep(&mut self, kept: SquareSet) {
        self.squares.retain(|square| kept.contains(*square));
        self.set &= kept;
    }
}

/// Holds one way of a piece: it grows and shrinks while lines are followed.
#[derive(Clone)]
pub(super) struct Way<'m> {
    pub(super) line: &'m Line,
    pub(super) from: Square,
    pub(super) to: Square,
    /// Where its legs end; the last one is where it arrives.
    pub(super) stops: ArrayVec<Square, MOST_LEGS>,
    /// What it takes, in the order of the path.
    pub(super) taken: Trail,
    /// What it would take by the way, but stays by a card.
    pub(super) stays: SquareSet,
    /// What it jumps over.
    pub(super) over: Trail,
    /// The first empty square that it passes.
    pub(super) crossed: Option<Square>,
    /// The direction in which it last went, if it went in any.
    pub(super) direction: Option<Direction>,
    /// What else goes, from where to where: what is swapped with, pushed or pulled.
    pub(super) displaced: Option<[Square; 2]>,
}

impl<'m> Way<'m> {
    /// Makes a way that has not begun.
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

    /// Makes a way of one leg, which takes what stands where it ends if it takes anything.
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
        }
    }

    /// Returns the same way taking only some of what it takes, where some stay by cards.
    pub(super) fn sparing(&self, kept: SquareSet, stays: SquareSet) -> Self {
        let mut way = self.clone();
        way.taken.keep(kept);
        way.stays = stays;
        way
    }

    /// Takes over where another way of the same line leads.
    pub(super) fn copy(&mut self, other: &Way<'_>) {
        (self.from, self.to, self.crossed) = (other.from, other.to, other.crossed);
        (self.direction, self.displaced) = (other.direction, other.displaced);
        self.stops.clone_from(&other.stops);
        self.taken.clone_from(&other.taken);
        self.over.clone_from(&other.over);
    }
}
