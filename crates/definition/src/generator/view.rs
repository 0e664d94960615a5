use std::cell::Cell;

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::plan::{MAX_CLAUSES, Plan};
use crate::execution::{Memory, Pieces};
use crate::model::Model;

pub(crate) struct View<'a> {
    pub(super) plan: &'a Plan,
    pub(super) model: &'a Model,
    pub(super) pieces: &'a Pieces,
    pub(super) side: Side,
    pub(super) memory: &'a Memory,
    /// Whether this view is only used to find out if a player has a move; duties that depend on the existence of moves are then ignored.
    pub(super) is_asked: bool,
    pub(super) found: Found,
}

pub(super) struct Found {
    pub(super) known: Cell<u32>,
    pub(super) receivers: [Cell<SquareSet>; MAX_CLAUSES],
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn new(
        plan: &'a Plan,
        model: &'a Model,
        pieces: &'a Pieces,
        side: Side,
        memory: &'a Memory,
    ) -> Self {
        let found =
            Found { known: Cell::new(0), receivers: [const { Cell::new(SquareSet::EMPTY) }; MAX_CLAUSES] };
        Self { plan, model, pieces, side, memory, is_asked: false, found }
    }

    #[inline]
    pub(super) fn of<'b>(&self, pieces: &'b Pieces, memory: &'b Memory) -> View<'b>
    where
        'a: 'b,
    {
        View::new(self.plan, self.model, pieces, self.side, memory)
    }

    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        self.pieces.piece_at(square).map(|piece| piece.kind())
    }

    #[inline]
    pub(super) fn side_at(&self, square: Square) -> Option<Side> {
        let piece = self.pieces.piece_at(square)?;
        if self.plan.blocks >> piece.kind().index() & 1 == 0 { Some(piece.side()) } else { None }
    }
}
