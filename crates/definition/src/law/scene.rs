use std::cell::RefCell;

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::{Memory, Pieces};
use crate::model::Model;

/// A board under evaluation: pieces, side to move and memory, with caches for attacks and for the pieces that powers affect.
pub(crate) struct Scene<'m> {
    pub(crate) model: &'m Model,
    pub(crate) pieces: Pieces,
    pub(crate) side: Side,
    pub(crate) memory: Memory,
    /// Whether this scene is only used to find out if a player has a move; duties that depend on the existence of moves are then ignored.
    pub(super) is_asked: bool,
    found: RefCell<Found>,
}

#[derive(Default)]
struct Found {
    attacks: [Vec<Option<SquareSet>>; 2],
    receivers: Vec<Option<SquareSet>>,
}

impl<'m> Scene<'m> {
    pub(crate) fn new(model: &'m Model, pieces: Pieces, side: Side, memory: Memory) -> Self {
        Self { model, pieces, side, memory, is_asked: false, found: RefCell::default() }
    }

    pub(crate) fn kind_at(&self, square: Square) -> Option<Kind> {
        self.pieces.piece_at(square).map(|piece| piece.kind())
    }

    pub(crate) fn side_at(&self, square: Square) -> Option<Side> {
        let piece = self.pieces.piece_at(square)?;
        (self.model.blocks >> piece.kind().index() & 1 == 0).then(|| piece.side())
    }

    pub(crate) fn attacks(&self, from: Square, own_lines: bool) -> SquareSet {
        let which = usize::from(own_lines && self.model.changes_walks());
        let known = self.found.borrow().attacks[which].get(from.index()).copied().flatten();
        known.unwrap_or_else(|| {
            let attacked = self.find_attacks(from, own_lines);
            let list = &mut self.found.borrow_mut().attacks[which];
            list.resize(self.model.board.len(), None);
            list[from.index()] = Some(attacked);
            attacked
        })
    }

    pub(crate) fn receivers(&self, clause: usize) -> SquareSet {
        let known = self.found.borrow().receivers.get(clause).copied().flatten();
        known.unwrap_or_else(|| {
            let receivers = self.find_receivers(clause);
            let list = &mut self.found.borrow_mut().receivers;
            list.resize(self.model.clauses.len(), None);
            list[clause] = Some(receivers);
            receivers
        })
    }
}
