use entourage_kernel::{Board, Effect, Piece, Placement, Side, Square, SquareSet, mix};

use crate::geometry::adjacent;
use crate::piece::{EMPEROR, EMPRESS, KINDS, TODDLER};
use crate::reach::Reach;
use crate::standing::Standing;

/// Where the pieces stand.
pub(crate) type Pieces = Placement<KINDS>;

/// What a position is, without anything that follows from it: all that the law looks at.
pub(crate) type Bare = entourage_kernel::Position<State, KINDS>;

/// A position of The Toddler.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) bare: Bare,
    /// Kept up to date as moves are made, for the generator and the evaluation; no part of identity, text or hash.
    pub(crate) reach: Reach,
    /// Likewise, for the evaluation.
    pub(crate) standing: Standing,
}

impl Position {
    /// Makes a position of its parts, without any check of the rules.
    pub(crate) fn new(pieces: Pieces, side: Side, state: State) -> Self {
        let (reach, standing) = (Reach::of(&pieces), Standing::of(&pieces));
        Self { bare: Bare::new(pieces, side, state), reach, standing }
    }

    /// Returns where the pieces stand.
    #[inline]
    pub(crate) fn placement(&self) -> &Pieces {
        self.bare.placement()
    }

    /// Returns the side to move.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.bare.side()
    }

    /// Returns the passes just made.
    #[inline]
    pub(crate) fn state(&self) -> State {
        self.bare.state()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.bare == other.bare
    }
}

impl Eq for Position {}

impl Board for Position {
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement().piece_at(square)
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.placement().occupied()
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.bare.hash()
    }

    fn hash_from_scratch(&self) -> u64 {
        self.bare.hash_from_scratch()
    }

    fn is_in_step(&self) -> bool {
        let pieces = self.placement();
        self.bare.is_in_step() && self.reach.is_right(pieces) && self.standing == Standing::of(pieces)
    }

    fn apply(&mut self, effect: Effect) {
        self.bare.apply(effect);
        self.reach = Reach::of(self.bare.placement());
        self.standing = Standing::of(self.bare.placement());
    }
}

/// Remembers how many moves in succession, up to the last one, were passes: 0, 1 or 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub(crate) passes: u8,
}

impl entourage_kernel::State for State {
    fn key(&self) -> u64 {
        match self.passes {
            0 => 0,
            1 => const { mix(0x70) },
            _ => const { mix(0x7070) },
        }
    }
}

/// Returns where a side's Toddler stands.
///
/// # Panics
/// If there is none, which no valid position allows.
#[inline]
pub(crate) fn toddler_of(pieces: &Pieces, side: Side) -> Square {
    pieces.of(side, TODDLER).first().expect("every valid position has a Toddler a side")
}

/// Returns a side's parents: Emperor and Empress.
#[inline]
pub(crate) fn parents(pieces: &Pieces, side: Side) -> SquareSet {
    pieces.of(side, EMPEROR) | pieces.of(side, EMPRESS)
}

/// Tells whether a side's Toddler is major: both its parents are gone (power 1).
#[inline]
pub(crate) fn is_major(pieces: &Pieces, side: Side) -> bool {
    parents(pieces, side).is_empty()
}

/// Tells whether the two Toddlers stand on adjacent squares.
#[inline]
pub(crate) fn toddlers_touch(pieces: &Pieces) -> bool {
    adjacent(toddler_of(pieces, Side::First), toddler_of(pieces, Side::Second))
}
