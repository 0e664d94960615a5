//! Finds threats: captures on the next turn that all powers allow, ignoring the safety of the capturing side's own royal pieces.

use std::ops::ControlFlow;

use entourage_kernel::{Side, Square, SquareSet};

use super::group::Item;
use super::view::View;
use crate::model::Danger;

impl View<'_> {
    pub(super) fn is_threatened(&self, target: Square, bare: bool) -> bool {
        self.is_threatened_by(target, 1, bare)
    }

    pub(super) fn is_threatened_by(&self, target: Square, least: usize, bare: bool) -> bool {
        let mut left = least;
        if left == 0 {
            return true;
        }
        let (Some(side), Some(kind)) = (self.side_at(target), self.kind_at(target)) else { return false };
        let enemy = !side;
        let is_royal = self.plan.royals >> kind.index() & 1 != 0;
        for attack_table in &self.plan.attack_tables[enemy.index()] {
            let zone = if is_royal { &attack_table.royal_zone } else { &attack_table.zone };
            for from in self.pieces.of(enemy, attack_table.kind) & zone[target.index()] {
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

    fn threatens(&self, from: Square, target: Square, bare: bool) -> bool {
        let (Some(side), Some(victim)) = (self.side_at(from), self.kind_at(target)) else { return false };
        let found = self.strides(from, false, |stride| {
            let lines = self.lines(&stride);
            for item in self.items(&stride) {
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

    pub(super) fn royals(&self, side: Side) -> SquareSet {
        match self.plan.only_royal {
            Some(royal) => self.pieces.of(side, royal),
            None => self.of_kinds(self.plan.royals, Some(side)),
        }
    }

    /// Returns a side's royal pieces that must not be lost: all of them, or with `Danger::Last` each that is the last of its kind.
    pub(super) fn vital_royals(&self, side: Side) -> SquareSet {
        let all = self.royals(side);
        if self.model.danger() != Danger::Last {
            return all;
        }
        let is_last = |square: &Square| {
            self.kind_at(*square).is_some_and(|kind| self.pieces.of(side, kind).single().is_some())
        };
        all.into_iter().filter(is_last).collect()
    }

    /// Returns whether the royal pieces of the side to move are in danger: any of them is threatened, or all of them with `Danger::All`.
    pub(crate) fn is_in_danger(&self) -> bool {
        let mut royals = self.vital_royals(self.side).into_iter();
        let is_threatened = |square: Square| self.is_threatened(square, false);
        match self.model.danger() == Danger::All {
            true => royals.len() > 0 && royals.all(is_threatened),
            false => royals.any(is_threatened),
        }
    }

    pub(super) fn may_make(&self, label: usize) -> bool {
        let maker = &self.plan.makers[label];
        let mut makers = self.of_kinds(maker.kinds, Some(self.side));
        if let Some(memory) = maker.beside {
            let square = self.memory.squares[memory];
            makers &= square.map_or(SquareSet::EMPTY, |square| self.plan.geometry.neighbours(square));
        }
        makers.into_iter().any(|from| {
            let found = self.strides(from, false, |stride| {
                let lines = self.lines(&stride);
                for item in self.items(&stride) {
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
