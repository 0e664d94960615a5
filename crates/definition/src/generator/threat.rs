//! Threats: who could take a piece next turn, by allowed ways, whatever then happens to their own royal piece.

use std::ops::ControlFlow;

use entourage_kernel::{Side, Square, SquareSet};

use super::group::Item;
use super::view::View;

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
                    Item::Line(followed) => {
                        if !self.may_follow(followed, from) {
                            continue;
                        }
                        (followed.index, followed.victims)
                    }
                };
                let line = &lines[index];
                if victims >> victim.index() & 1 == 0 || !line.takes() {
                    continue;
                }
                let takes = match item {
                    Item::Group(group) if stride.is_as_written() => {
                        self.leads(group, &stride, from, target, side) == Some(true)
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
        let maker = &self.plan.makers[label];
        let mut makers = self.of_kinds(maker.kinds, Some(self.side));
        if let Some(memory) = maker.beside {
            let square = self.memory.squares[memory];
            makers &= square.map_or(SquareSet::EMPTY, |square| self.plan.geometry.neighbours(square));
        }
        makers.into_iter().any(|from| {
            let found = self.strides(from, false, |stride| {
                let kind = stride.kind.index();
                let lines = &self.model.kinds[kind].lines;
                for item in &self.plan.kinds[kind].items {
                    let indexes = match item {
                        Item::Group(group) => [group.quiet, group.capture.map(|(index, _)| index)],
                        Item::Line(followed) if self.may_follow(followed, from) => [Some(followed.index), None],
                        Item::Line(_) => continue,
                    };
                    for line in indexes.into_iter().flatten().map(|index| &lines[index]) {
                        if line.label == Some(label) {
                            self.follow(from, line, &stride, false, &mut |way| match self.allow(
                                way,
                                false,
                                |_| (),
                            ) {
                                Some(()) => ControlFlow::Break(()),
                                None => ControlFlow::Continue(()),
                            })?;
                        }
                    }
                }
                ControlFlow::Continue(())
            });
            found.is_break()
        })
    }
}
