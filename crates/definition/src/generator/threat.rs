//! Threats: who could take a piece next turn, by allowed ways, whatever then happens to their own royal piece.

use std::ops::ControlFlow;

use entourage_kernel::{Side, Square, SquareSet};

use super::group::{Item, prey};
use super::view::{Context, View};
use crate::model::Line;

impl View<'_> {
    /// Tells whether an enemy threatens a piece; powers that ask who threatens may be left aside.
    pub(super) fn is_threatened(&self, target: Square, bare: bool) -> bool {
        self.is_threatened_by(target, 1, bare)
    }

    /// Tells whether so many enemies or more threaten a piece.
    pub(super) fn is_threatened_by(&self, target: Square, least: usize, bare: bool) -> bool {
        let mut left = least;
        if left == 0 {
            return true;
        }
        let Some(piece) = self.pieces.piece_at(target) else { return false };
        let enemy = !piece.side();
        let is_royal = self.plan.royal == Some(piece.kind());
        for peril in &self.plan.perils[enemy.index()] {
            let zone = if is_royal { &peril.royal_zone } else { &peril.zone };
            for from in self.pieces.of(enemy, peril.kind) & zone[target.index()] {
                if self.threatens(from, target, bare) {
                    left -= 1;
                    if left == 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Tells whether a piece has an allowed way that takes another.
    fn threatens(&self, from: Square, target: Square, bare: bool) -> bool {
        let (Some(side), Some(victim)) = (self.side_at(from), self.kind_at(target)) else { return false };
        let found = self.strides(from, false, |stride| {
            let kind = stride.kind.index();
            let lines = &self.model.kinds[kind].lines;
            for item in &self.plan.kinds[kind].items {
                let (index, victims) = match item {
                    Item::Group(group) => match group.capture {
                        Some(capture) => capture,
                        None => continue,
                    },
                    Item::Line(index, victims) => (*index, *victims),
                };
                let line = &lines[index];
                if victims >> victim.index() & 1 == 0 || !line.takes() {
                    continue;
                }
                let takes = match item {
                    Item::Group(group) if stride.is_as_written() => {
                        self.reaches(&group.shape, line, from, target, side)
                            && stride.only_to.is_none_or(|only_to| only_to.contains(target))
                            && self.begins(from, side, line)
                            && prey(line)
                                .is_none_or(|noun| self.is_of(target, noun, Context::of_piece(from, side)))
                            && !self.is_held(from, line.label, bare)
                            && !self.is_spared(from, target, line.label, bare)
                            && (self.plan.duties.is_empty()
                                || self.keeps_duties(&self.way_of(group, &stride, from, target, true, false)))
                    }
                    _ => self
                        .follow(from, line, &stride, false, &mut |way| {
                            let takes = way.taken.set().contains(target)
                                && self.allow(way, bare, |way| way.taken.set().contains(target)) == Some(true);
                            if takes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                        })
                        .is_break(),
                };
                if takes {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found.is_break()
    }

    /// Returns the royal pieces of a side.
    pub(super) fn royals(&self, side: Side) -> SquareSet {
        self.plan.royal.map_or(SquareSet::EMPTY, |royal| self.pieces.of(side, royal))
    }

    /// Tells whether a royal piece of the side to move is threatened.
    pub(crate) fn is_warned(&self) -> bool {
        self.royals(self.side).into_iter().any(|square| self.is_threatened(square, false))
    }

    /// Tells whether the side to move has an allowed way of a label, royal pieces' safety left aside.
    pub(super) fn may_make(&self, label: usize) -> bool {
        let wanted = |line: &Line| line.label == Some(label);
        self.pieces.side(self.side).into_iter().any(|from| {
            let found = self.ways(from, wanted, |way| match self.allow(way, false, |_| ()) {
                Some(()) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            });
            found.is_break()
        })
    }
}
