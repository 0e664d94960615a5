//! Finds the pieces that have powers (givers) and the pieces that powers affect (receivers).

use entourage_kernel::{Square, SquareSet};

use super::view::View;
use crate::execution::{Context, Reading};
use crate::model::{Clause, Subject};

impl View<'_> {
    pub(super) fn towards(&self, context: Context<'static>, receiver: Square) -> Context<'static> {
        Context { receiver: self.side_at(receiver).map(|side| (receiver, side)), ..context }
    }

    pub(super) fn givers(
        &self,
        clause: &Clause,
        among: SquareSet,
    ) -> impl Iterator<Item = (Square, Context<'static>)> {
        let all = (self.of_kinds(clause.givers, None) & among).into_iter();
        all.filter_map(move |giver| {
            let side = self.side_at(giver)?;
            let context = Context::of_giver(clause, giver, side);
            let gives = clause.while_giver.as_ref().is_none_or(|condition| self.holds(condition, context));
            let is_given = clause.card.is_none_or(|card| self.bears(giver, card))
                && (!clause.main_action || self.in_main_action(side));
            (gives && is_given).then_some((giver, context))
        })
    }

    pub(super) fn reach(
        &self,
        clause: &Clause,
        giver: Square,
        context: Context<'_>,
        among: SquareSet,
    ) -> SquareSet {
        let subjects = match &clause.subject {
            Subject::It => SquareSet::of(giver) & among,
            Subject::Everybody => self.pieces.occupied() & among,
            Subject::Noun(noun) => self.squares_of(noun, context, among),
        };
        let Some(condition) = &clause.condition else { return subjects };
        let acts = |receiver: &Square| {
            let receiver = self.side_at(*receiver).map(|side| (*receiver, side));
            self.holds(condition, Context { receiver, ..context })
        };
        subjects.into_iter().filter(acts).collect()
    }

    pub(super) fn receivers(&self, index: usize) -> SquareSet {
        if self.found.known.get() >> index & 1 != 0 {
            return self.found.receivers[index].get();
        }
        let clause = &self.model.clauses[index];
        let all = self.plan.geometry.all;
        let receivers = self.givers(clause, all).fold(SquareSet::EMPTY, |found, (giver, context)| {
            found | self.reach(clause, giver, context, all - found)
        });
        self.found.receivers[index].set(receivers);
        self.found.known.set(self.found.known.get() | 1 << index);
        receivers
    }

    pub(super) fn acts_on(&self, index: usize, square: Square) -> bool {
        let clause = &self.model.clauses[index];
        if matches!(clause.subject, Subject::It) && self.found.known.get() >> index & 1 == 0 {
            return self.givers_for(index, square).next().is_some();
        }
        self.receivers(index).contains(square)
    }

    pub(super) fn givers_for(
        &self,
        index: usize,
        receiver: Square,
    ) -> impl Iterator<Item = (Square, Context<'static>)> {
        let clause = &self.model.clauses[index];
        let among = match clause.subject {
            Subject::It => SquareSet::of(receiver),
            _ => self.plan.geometry.all,
        };
        let acts = move |(giver, context): &(Square, Context<'_>)| {
            !self.reach(clause, *giver, *context, SquareSet::of(receiver)).is_empty()
        };
        self.givers(clause, among).filter(acts)
    }
}
