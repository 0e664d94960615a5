//! Cards: who bears which, and whom they keep on the board.

use entourage_kernel::{Side, Square, SquareSet};

use super::{Scene, Way};

impl Scene<'_> {
    /// Returns the pieces that bear a card which is not spent.
    pub(crate) fn bearers(&self, card: usize) -> SquareSet {
        Side::BOTH.into_iter().fold(SquareSet::EMPTY, |all, side| all | self.bearers_of(side, card))
    }

    /// Returns the pieces of a side that bear a card which is not spent.
    pub(crate) fn bearers_of(&self, side: Side, card: usize) -> SquareSet {
        let hand = self.memory.hands[side.index()];
        match hand.bearer(card) {
            Some(kind) if !hand.is_spent(card) => self.pieces.of(side, kind),
            _ => SquareSet::EMPTY,
        }
    }

    /// Tells whether a piece bears a card which is not spent.
    pub(crate) fn bears(&self, square: Square, card: usize) -> bool {
        self.bearers(card).contains(square)
    }

    /// Tells whether what works in the main action only works for a side: not in an extra move of its own.
    pub(crate) fn in_main_action(&self, side: Side) -> bool {
        side != self.side || self.memory.chain.is_none_or(|chain| !chain.is_extra)
    }

    /// Finds the card by which a piece stays instead of being captured by a way.
    pub(crate) fn staying(&self, way: &Way, victim: Square) -> Option<usize> {
        let (cards, label) = (self.model.cards.as_ref()?, way.label?);
        let stays = |labels: u32| labels >> label & 1 != 0;
        (0..cards.list.len())
            .find(|&card| cards.list[card].stays.is_some_and(stays) && self.bears(victim, card))
    }
}
