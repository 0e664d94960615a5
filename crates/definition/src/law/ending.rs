//! Ends: looked at in their order when a turn begins, for the player to move, or at once for the one who moves.

use entourage_kernel::{Outcome, Side};

use super::{Context, Scene};
use crate::model::{End, EndResult, EndWhen};

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
        Some(self.outcome_of(before.unwrap_or(&self.model.ends[first]), self.side))
    }

    /// Returns the end of a game whose player to move has no move.
    pub(crate) fn stranded(&self) -> Outcome {
        let found = self.model.ends.iter().find(|end| self.ends_by(end));
        found.map_or_else(|| Outcome::draw("no-move"), |end| self.outcome_of(end, self.side))
    }

    /// Finds an end at once for the player who moves.
    pub(crate) fn end_at_once(&self, mover: Side) -> Option<usize> {
        self.model.ends.iter().position(|end| end.at_once && self.holds_for(end, mover))
    }

    /// Tells whether the other player's last move has ended the game at once.
    pub(crate) fn has_ended_at_once(&self) -> bool {
        self.end_at_once(!self.side).is_some()
    }

    /// Tells whether an end holds for the player to move; what ends at once is seen by the one who moved.
    fn ends_by(&self, end: &End) -> bool {
        self.holds_for(end, if end.at_once { !self.side } else { self.side })
    }

    fn holds_for(&self, end: &End, side: Side) -> bool {
        match &end.when {
            EndWhen::Passes(number) => self.memory.passes >= *number,
            EndWhen::Condition(condition) => self.holds(condition, Context::of_player(side)),
        }
    }

    fn outcome_of(&self, end: &End, side: Side) -> Outcome {
        let side = if end.at_once { !side } else { side };
        match end.result {
            EndResult::Win => Outcome::win(side, end.cause.clone()),
            EndResult::Loss => Outcome::win(!side, end.cause.clone()),
            EndResult::Draw => Outcome::draw(end.cause.clone()),
        }
    }
}
