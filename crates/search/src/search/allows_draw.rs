use entourage_kernel::{Board, Evaluate, Intent, Side};

use super::Search;
use crate::repetitions::Recurrence;

impl<R: Evaluate> Search<R> {
    /// Returns whether the legal move `intent` ends the game without a win, or lets the opponent draw on the next ply.
    pub fn allows_draw(&self, intent: Intent) -> bool {
        let mover = self.root.side_to_move();
        let child = self.rules.play_unchecked(&self.root, intent);
        let quiet_plies = self.quiet_after(&self.root, intent, self.quiet_plies);
        if let Some(winner) = self.end(&child, quiet_plies) {
            return winner != Some(mover);
        }
        let is_draw = |reply: Intent| {
            let quiet_plies = self.quiet_after(&child, reply, quiet_plies);
            self.end(&self.rules.play_unchecked(&child, reply), quiet_plies) == Some(None)
        };
        child.side_to_move() != mover && self.rules.list_moves(&child).into_iter().any(is_draw)
    }

    pub(super) fn quiet_after(&self, position: &R::Position, intent: Intent, quiet_plies: u32) -> u32 {
        if self.rules.is_decisive(position, intent) { 0 } else { quiet_plies.saturating_add(1) }
    }

    pub(super) fn end(&self, position: &R::Position, quiet_plies: u32) -> Option<Option<Side>> {
        if let Some(outcome) = self.rules.outcome(position) {
            return Some(outcome.winner);
        }
        let visit = self.visit(position);
        if self.repetitions.recurrence(visit.key) == Some(Recurrence::InGame) {
            let outcome = self.repeated(position, visit, Recurrence::InGame);
            return Some(outcome.and_then(|outcome| outcome.winner));
        }
        self.quiet_limit.is_some_and(|bound| quiet_plies >= bound).then_some(None)
    }
}
