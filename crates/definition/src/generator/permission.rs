//! Determines which moves powers allow and which they forbid.

use entourage_kernel::{Square, SquareSet};

use super::view::View;
use super::way::Way;
use crate::execution::{Context, Reading};
use crate::model::{Change, Clause};

impl View<'_> {
    pub(super) fn in_force<'v>(
        &'v self,
        list: &'v [usize],
        bare: bool,
    ) -> impl Iterator<Item = (usize, &'v Clause)> {
        let clauses = list.iter().map(|index| (*index, &self.model.clauses[*index]));
        clauses.filter(move |(_, clause)| !(bare && clause.asks_threats))
    }

    pub(super) fn is_held(&self, from: Square, label: Option<usize>, bare: bool) -> bool {
        self.in_force(&self.plan.holding, bare).any(|(index, clause)| {
            let forbids = match &clause.change {
                Change::CannotMake(forbidden) => label == Some(*forbidden),
                _ => true,
            };
            forbids && self.acts_on(index, from)
        })
    }

    pub(super) fn is_spared(&self, from: Square, victim: Square, label: Option<usize>, bare: bool) -> bool {
        self.in_force(&self.plan.sparing, bare)
            .any(|(index, clause)| self.spares(index, clause, from, victim, label, bare))
    }

    fn spares(
        &self,
        index: usize,
        clause: &Clause,
        from: Square,
        victim: Square,
        label: Option<usize>,
        bare: bool,
    ) -> bool {
        match &clause.change {
            Change::CannotCapture(None) => self.acts_on(index, from),
            Change::CannotCapture(Some(noun)) => {
                self.acts_on(index, from)
                    && self.givers_for(index, from).any(|(_, context)| self.is_of(victim, noun, context))
            }
            Change::CannotBeCaptured(labels) => {
                let by_this = labels.is_none_or(|labels| label.is_some_and(|label| labels >> label & 1 != 0));
                by_this && self.acts_on(index, victim)
            }
            Change::CapturedOnlyWhile(condition) => {
                self.acts_on(index, victim)
                    && self.givers_for(index, victim).any(|(_, context)| {
                        let receiver = self.side_at(victim).map(|side| (victim, side));
                        // If the condition depends on threats, it is about threats to the piece that would be captured.
                        let bare = bare || clause.asks_threats;
                        !self.holds(condition, Context { receiver, it: Some(victim), bare, ..context })
                    })
            }
            _ => false,
        }
    }

    pub(super) fn permitted(&self, from: Square, label: Option<usize>, victims: SquareSet) -> SquareSet {
        let mut left = victims;
        for (index, clause) in self.in_force(&self.plan.sparing, false) {
            if left.is_empty() {
                break;
            }
            match &clause.change {
                Change::CannotCapture(None) => {
                    if self.acts_on(index, from) {
                        left = SquareSet::EMPTY;
                    }
                }
                Change::CannotBeCaptured(None) => left -= self.receivers(index),
                _ => {
                    let is_left = |victim: &Square| !self.spares(index, clause, from, *victim, label, false);
                    left = left.into_iter().filter(is_left).collect();
                }
            }
        }
        left
    }

    /// Calls `then` with `way` minus the captures that powers prevent; returns `None` if a power forbids the move.
    pub(super) fn allow<T>(&self, way: &Way<'_>, bare: bool, then: impl FnOnce(&Way<'_>) -> T) -> Option<T> {
        if self.is_held(way.from, way.line.label, bare) {
            return None;
        }
        let is_spared = |square: &Square| self.is_spared(way.from, *square, way.line.label, bare);
        let spared: SquareSet = way.taken.as_slice().iter().copied().filter(is_spared).collect();
        let stays: SquareSet = match way.line.captures {
            true => SquareSet::EMPTY,
            false => {
                let stays = |square: &Square| self.staying(way.line.label, *square).is_some();
                (way.taken.set() - spared).into_iter().filter(stays).collect()
            }
        };
        if (spared | stays).is_empty() {
            return self.keeps_duties(way).then(|| then(way));
        }
        if way.line.captures {
            return None;
        }
        let way = way.sparing(way.taken.set() - spared - stays, stays);
        self.keeps_duties(&way).then(|| then(&way))
    }

    pub(super) fn mutations(&self, at: Square) -> impl Iterator<Item = (usize, entourage_kernel::Kind)> {
        let list = &self.plan.mutations;
        let mutation = move |position: usize| -> Option<(usize, entourage_kernel::Kind)> {
            let clause = &self.model.clauses[list[position]];
            picked!(clause.change, Change::MayBecome(kind) if self.acts_on(list[position], at) => (clause.power, kind))
        };
        (0..list.len()).filter_map(move |position| {
            let found = mutation(position)?;
            (0..position).all(|before| mutation(before) != Some(found)).then_some(found)
        })
    }
}
