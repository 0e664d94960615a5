//! Ends: looked at in their order when a turn begins, for the player to move, or at once for the one who moves.

use entourage_kernel::{Outcome, Side};

use super::{Context, Scene};
use crate::model::End;

impl Scene<'_> {
    /// Returns the end of the game that holds here, as far as it can be told without looking for moves.
    ///
    /// An end that asks for moves is looked at only where one below it would end the game otherwise.
    pub(crate) fn terminal(&self) -> Option<Outcome> {
        if self.memory.chain.is_some() {
            return None;
        }
        let first = self.model.ends.iter().position(|end| !end.asks_moves && self.ends_by(end))?;
        let before = self.model.ends[..first].iter().find(|end| end.asks_moves && self.ends_by(end));
        Some({
            let end = before.unwrap_or(&self.model.ends[first]);
            end.outcome(end.speaks_of(self.side))
        })
    }

    pub(crate) fn stranded(&self) -> Outcome {
        let found = self.model.ends.iter().find(|end| self.ends_by(end));
        found.map_or_else(|| Outcome::draw("no-move"), |end| end.outcome(end.speaks_of(self.side)))
    }

    pub(crate) fn ends_at_once(&self, mover: Side) -> bool {
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
