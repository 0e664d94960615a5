//! Finds the pieces that have powers (givers) and the pieces that powers affect (receivers).

use entourage_kernel::{Square, SquareSet};

use super::{Context, Scene};
use crate::execution::Reading;
use crate::model::{Clause, Subject};

impl Scene<'_> {
    pub(crate) fn bond(&self, clause: &Clause, giver: Square, receiver: Square) -> Option<Context<'static>> {
        let receiver = Some((receiver, self.side_at(receiver)?));
        Some(Context { receiver, ..Context::of_giver(clause, giver, self.side_at(giver)?) })
    }

    pub(crate) fn givers(&self, clause: &Clause) -> impl Iterator<Item = (Square, Context<'static>)> {
        let mut all = self.of_kinds(clause.givers, None);
        if let Some(card) = clause.card {
            all &= self.bearers(card);
        }
        all.into_iter().filter_map(move |giver| {
            let side = self.side_at(giver)?;
            if clause.main_action && !self.in_main_action(side) {
                return None;
            }
            let context = Context::of_giver(clause, giver, side);
            let gives = clause.while_giver.as_ref().is_none_or(|condition| self.holds(condition, context));
            gives.then_some((giver, context))
        })
    }

    pub(crate) fn reach(&self, clause: &Clause, giver: Square, context: Context<'_>) -> SquareSet {
        let subjects = match &clause.subject {
            Subject::It => SquareSet::of(giver),
            Subject::Everybody => self.pieces.occupied(),
            Subject::Noun(noun) => self.squares_of(noun, context),
        };
        let Some(condition) = &clause.condition else { return subjects };
        let acts = |receiver: &Square| {
            let receiver = self.side_at(*receiver).map(|side| (*receiver, side));
            self.holds(condition, Context { receiver, ..context })
        };
        subjects.into_iter().filter(acts).collect()
    }

    /// Computes the pieces that a clause of a power affects; `receivers` caches the result.
    pub(crate) fn find_receivers(&self, clause: usize) -> SquareSet {
        let clause = &self.model.clauses[clause];
        self.givers(clause)
            .fold(SquareSet::EMPTY, |all, (giver, context)| all | self.reach(clause, giver, context))
    }

    pub(crate) fn givers_for(&self, clause: usize, receiver: Square) -> Vec<Square> {
        if !self.receivers(clause).contains(receiver) {
            return Vec::new();
        }
        let clause = &self.model.clauses[clause];
        let acts = |(giver, context): (Square, Context<'_>)| {
            self.reach(clause, giver, context).contains(receiver).then_some(giver)
        };
        self.givers(clause).filter_map(acts).collect()
    }
}
