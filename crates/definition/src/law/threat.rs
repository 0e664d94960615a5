//! Finds threats: captures on the next turn that all powers allow, ignoring the safety of the capturing side's own royal pieces.

use std::ops::ControlFlow;

use entourage_kernel::{Square, SquareSet};

use super::Scene;
use crate::model::Danger;

impl Scene<'_> {
    pub(crate) fn is_threatened(&self, target: Square, bare: bool) -> bool {
        let Some(side) = self.side_at(target) else { return false };
        self.of_side(!side).into_iter().any(|from| self.threatens(from, target, bare))
    }

    pub(crate) fn threatening(&self, target: Square, bare: bool) -> SquareSet {
        let Some(side) = self.side_at(target) else { return SquareSet::EMPTY };
        self.of_side(!side).into_iter().filter(|from| self.threatens(*from, target, bare)).collect()
    }

    fn threatens(&self, from: Square, target: Square, bare: bool) -> bool {
        let found = self.ways(
            from,
            |line| line.takes(),
            |way| {
                let takes = way.taken.contains(&target)
                    && self.allowed(way, bare).is_some_and(|way| way.taken.contains(&target));
                if takes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        found.is_break()
    }

    pub(crate) fn royals(&self, side: entourage_kernel::Side) -> SquareSet {
        self.of_kinds(self.model.royals(), Some(side))
    }

    /// Returns a side's royal pieces that must not be lost: all of them, or with `Danger::Last` each that is the last of its kind.
    pub(crate) fn vital_royals(&self, side: entourage_kernel::Side) -> SquareSet {
        let all = self.royals(side);
        if self.model.danger() != Danger::Last {
            return all;
        }
        let is_last = |square: &Square| {
            self.kind_at(*square).is_some_and(|kind| (all & self.pieces.kind(kind)).len() == 1)
        };
        all.into_iter().filter(is_last).collect()
    }

    pub(crate) fn royals_at_risk(&self, side: entourage_kernel::Side) -> SquareSet {
        self.vital_royals(side).into_iter().filter(|square| self.is_threatened(*square, false)).collect()
    }

    /// Returns whether the royal pieces of the side to move are in danger: any of them is threatened, or all of them with `Danger::All`.
    pub(crate) fn is_in_danger(&self) -> bool {
        let (royals, at_risk) = (self.royals(self.side), self.royals_at_risk(self.side));
        !at_risk.is_empty() && (self.model.danger() != Danger::All || at_risk == royals)
    }

    pub(crate) fn may_make(&self, label: usize) -> bool {
        self.of_side(self.side).into_iter().any(|from| {
            let found = self.ways(
                from,
                |line| line.label == Some(label),
                |way| {
                    if self.allowed(way, false).is_some() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            found.is_break()
        })
    }
}
