use std::cell::Cell;

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::plan::{MOST_CLAUSES, Plan};
use crate::execution::{Memory, Pieces};
use crate::model::Model;

/// Finds out about one board what is asked of it.
pub(crate) struct View<'a> {
    pub(super) plan: &'a Plan,
    pub(super) model: &'a Model,
    pub(super) pieces: &'a Pieces,
    /// The side to move.
    pub(super) side: Side,
    pub(super) memory: &'a Memory,
    /// Whether it is looked at to tell whether a player will have a move, so that duties that ask the same are left aside.
    pub(super) is_asked: bool,
    pub(super) found: Found,
}

/// Holds what was found out about a board, so that it is found out once.
pub(super) struct Found {
    /// The clauses of which it is known on whom they act, one bit each.
    pub(super) known: Cell<u32>,
    /// On whom each clause acts.
    pub(super) receivers: [Cell<SquareSet>; MOST_CLAUSES],
}

impl<'a> View<'a> {
    /// Makes a view of a board of which nothing is found out yet.
    #[inline]
    pub(crate) fn new(
        plan: &'a Plan,
        model: &'a Model,
        pieces: &'a Pieces,
        side: Side,
        memory: &'a Memory,
    ) -> Self {
        let found =
            Found { known: Cell::new(0), receivers: [const { Cell::new(SquareSet::EMPTY) }; MOST_CLAUSES] };
        Self { plan, model, pieces, side, memory, is_asked: false, found }
    }

    /// Makes a view of another board of the same game.
    #[inline]
    pub(super) fn of<'b>(&self, pieces: &'b Pieces, memory: &'b Memory) -> View<'b>
    where
        'a: 'b,
    {
        View::new(self.plan, self.model, pieces, self.side, memory)
    }

    /// Returns the kind of the piece on a square.
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        self.pieces.piece_at(square).map(|piece| piece.kind())
    }

    /// Returns the side of the piece on a square.
    #[inline]
    pub(super) fn side_at(&self, square: Square) -> Option<Side> {
        let piece = self.pieces.piece_at(square)?;
        if self.plan.blocks >> piece.kind().index() & 1 == 0 { Some(piece.side()) } else { None }
    }
}
