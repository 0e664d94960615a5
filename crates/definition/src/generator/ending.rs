//! Ends: looked at in their order when a turn begins, for the player to move, or at once for the one who moves.

use entourage_kernel::{Outcome, Side};

use super::view::View;
use crate::execution::Context;
use crate::model::End;

impl View<'_> {
    pub(crate) fn is_over(&self) -> bool {
        self.first_end().is_some()
    }

    /// Returns the end of the game that holds here, as far as it can be told without looking for moves.
    ///
    /// An end that asks for moves is looked at only where one below it would end the game otherwise.
    pub(crate) fn terminal(&self) -> Option<Outcome> {
        let first = self.first_end()?;
        let before = self.model.ends[..first].iter().find(|end| end.asks_moves && self.ends_by(end));
        let end = before.unwrap_or(&self.model.ends[first]);
        Some(end.outcome(end.speaks_of(self.side)))
    }

    fn first_end(&self) -> Option<usize> {
        if self.memory.chain.is_some() {
            return None;
        }
        self.model.ends.iter().position(|end| !end.asks_moves && self.ends_by(end))
    }

    pub(super) fn ends_at_once(&self, mover: Side) -> bool {
        self.model.ends.iter().any(|end| end.at_once && self.holds_for(end, end.side.unwrap_or(mover)))
    }

    /// Returns whether an end holds for the player to move; what ends at once is seen by the one who moved.
    fn ends_by(&self, end: &End) -> bool {
        let side = end.speaks_of(self.side);
        // Whether there is a move is asked of the player to move.
        !(end.asks_moves && side != self.side) && self.holds_for(end, side)
    }

    fn holds_for(&self, end: &End, side: Side) -> bool {
        self.holds(&end.when, Context::of_player(side))
    }
}
