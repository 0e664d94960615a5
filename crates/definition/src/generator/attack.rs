//! Finds the pieces that a piece attacks or guards: those that it could capture if they were enemies and no power forbade it.

use std::ops::ControlFlow;

use entourage_kernel::{Piece, Square, SquareSet};

use super::group::{Item, capture_noun};
use super::view::View;
use super::walk::Stride;
use crate::model::{Line, Whose};

impl View<'_> {
    /// Returns the squares in `among` whose pieces are attacked or guarded from `from`, treating every other piece as an enemy.
    pub(super) fn attacks(&self, from: Square, own_lines: bool, among: SquareSet) -> SquareSet {
        let others = (self.pieces.occupied() & among).without(from);
        let mut attacked = SquareSet::EMPTY;
        let _ = self.strides(from, own_lines, |stride| {
            let lines = self.lines(&stride);
            for item in self.items(&stride) {
                match item {
                    Item::Group(group) => {
                        let Some(line) = group.capture.map(|(index, _)| &lines[index]) else { continue };
                        if line.no_attack {
                            continue;
                        }
                        if !line.is_plain || !stride.is_as_written() {
                            attacked |= self.attacks_by(from, line, &stride, others - attacked);
                            continue;
                        }
                        let Some(side) = self.side_at(from) else { continue };
                        if !self.group_begins(group, line, from, side) {
                            continue;
                        }
                        let mut found = match others.single() {
                            Some(only) if !self.reaches(&group.shape, line, from, only, side) => continue,
                            Some(_) => others,
                            None => self.ends(&group.shape, line, from, side) & others,
                        };
                        if let Some(noun) = capture_noun(line) {
                            let is_own = noun.whose == Whose::Own;
                            found &= if is_own { SquareSet::EMPTY } else { self.of_kinds(noun.kinds, None) };
                        }
                        attacked |= found & stride.only_to.unwrap_or(found);
                    }
                    Item::Line(followed) => {
                        let line = &lines[followed.index];
                        if line.takes() && !line.no_attack {
                            attacked |= self.attacks_by(from, line, &stride, others - attacked);
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
        attacked
    }

    pub(super) fn attacks_square(&self, from: Square, target: Square, own_lines: bool) -> bool {
        !self.attacks(from, own_lines, SquareSet::of(target)).is_empty()
    }

    /// Iterates over the pieces in `among` that attack the piece on a square or, with `guards`, those of its side that guard it.
    pub(super) fn attackers(
        &self,
        target: Square,
        guards: bool,
        own_lines: bool,
        among: SquareSet,
    ) -> impl Iterator<Item = Square> {
        let side = self.side_at(target).map(|side| if guards { side } else { !side });
        let tables = side.map_or(&[][..], |side| &self.plan.attack_tables[side.index()][..]);
        let near = tables.iter().fold(SquareSet::EMPTY, |near, table| {
            near | self.pieces.kind(table.kind) & table.zone[target.index()]
        });
        let others = side.map_or(SquareSet::EMPTY, |side| self.of_side(side) & among & near).without(target);
        others.into_iter().filter(move |from| self.attacks_square(*from, target, own_lines))
    }

    fn attacks_by(&self, from: Square, line: &Line, stride: &Stride, others: SquareSet) -> SquareSet {
        let mut attacked = SquareSet::EMPTY;
        if others.is_empty() {
            return attacked;
        }
        if line.is_plain {
            let _ = self.follow(from, line, stride, true, &mut |way| {
                attacked |= way.taken.set() & others;
                ControlFlow::Continue(())
            });
            return attacked;
        }
        for target in others {
            let mut takes = |way: &super::way::Way<'_>| {
                if way.taken.set().contains(target) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let Some(piece) = self.pieces.piece_at(target) else { continue };
            let found = if Some(piece.side()) == self.side_at(from) {
                let mut pieces = *self.pieces;
                pieces.put(target, Piece::new(piece.kind(), !piece.side()));
                self.of(&pieces, self.memory).follow(from, line, stride, false, &mut takes)
            } else {
                self.follow(from, line, stride, false, &mut takes)
            };
            if found.is_break() {
                attacked.insert(target);
            }
        }
        attacked
    }
}
