//! Cards: who bears which, and whom they keep on the board.

use entourage_kernel::{Side, Square, SquareSet};

use super::view::View;
use crate::law::{Memory, Pieces};
use crate::model::Clause;

impl View<'_> {
    /// Returns the pieces that bear a card which is not spent.
    pub(super) fn bearers(&self, card: usize) -> SquareSet {
        let of = |side: Side| {
            let hand = self.memory.hands[side.index()];
            let bearer = hand.bearer(card).filter(|_| !hand.is_spent(card));
            bearer.map_or(SquareSet::EMPTY, |kind| self.pieces.of(side, kind))
        };
        of(Side::First) | of(Side::Second)
    }

    /// Tells whether a piece bears a card which is not spent.
    pub(super) fn bears(&self, square: Square, card: usize) -> bool {
        self.bearers(card).contains(square)
    }

    /// Tells whether what works in the main action only works for a side: not in an extra move of its own.
    pub(super) fn in_main_action(&self, side: Side) -> bool {
        side != self.side || self.memory.chain.is_none_or(|chain| !chain.is_extra)
    }

    /// Tells whether a piece gives a clause as far as cards decide it.
    pub(super) fn is_given(&self, clause: &Clause, giver: Square, side: Side) -> bool {
        clause.card.is_none_or(|card| self.bears(giver, card))
            && (!clause.main_action || self.in_main_action(side))
    }

    /// Finds the card by which a piece stays instead of being captured by a way of a label.
    pub(super) fn staying(&self, label: Option<usize>, victim: Square) -> Option<usize> {
        let (cards, label) = (self.model.cards.as_ref()?, label?);
        let stays = |labels: u32| labels >> label & 1 != 0;
        (0..cards.list.len())
            .find(|&card| cards.list[card].stays.is_some_and(stays) && self.bears(victim, card))
    }

    /// Spends the cards by which pieces stay instead of being captured by a way of a label.
    pub(super) fn spend(&self, label: Option<usize>, stays: SquareSet, memory: &mut Memory) {
        let Some(cards) = &self.model.cards else { return };
        for square in stays {
            if let (Some(side), Some(card)) = (self.side_at(square), self.staying(label, square))
                && cards.list[card].once
            {
                memory.hands[side.index()].spend(card);
            }
        }
    }
}

/// Takes away the cards of pieces that are gone.
pub(super) fn lose(memory: &mut Memory, pieces: &Pieces) {
    for side in Side::BOTH {
        let hand = &mut memory.hands[side.index()];
        for (card, kind) in hand.cards() {
            if pieces.of(side, kind).is_empty() {
                hand.lose(card);
            }
        }
    }
}
