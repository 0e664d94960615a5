//! Evaluates nouns (phrases for sets of pieces) to sets of squares. A query's result is exact only within the set of squares passed to it.

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::geometry::bits;
use super::view::View;
use crate::execution::Context;
use crate::model::{DirectionWords, Kinds, Noun, Place, Reference, Relation, Whose};

impl View<'_> {
    pub(super) fn of_kinds(&self, kinds: Kinds, side: Option<Side>) -> SquareSet {
        let all = side.map_or_else(|| self.pieces.occupied(), |side| self.of_side(side));
        let others = self.plan.all_kinds & !kinds;
        if self.plan.blocks != 0 {
            self.union(kinds) & all
        } else if others == 0 {
            all
        } else if others.count_ones() < kinds.count_ones() {
            all - self.union(others)
        } else {
            self.union(kinds) & all
        }
    }

    fn union(&self, mut kinds: Kinds) -> SquareSet {
        let mut union = SquareSet::EMPTY;
        while kinds != 0 {
            union |= self.pieces.kind(Kind(kinds.trailing_zeros() as u8));
            kinds &= kinds - 1;
        }
        union
    }

    pub(super) fn squares_of(&self, noun: &Noun, context: Context<'_>, among: SquareSet) -> SquareSet {
        let set = self.squares_by(noun, &noun.relations, context, among);
        match noun.call {
            Some(call) => self.called(call, set),
            None => set,
        }
    }

    /// Returns the squares of a noun's kinds and side that satisfy the specified relations.
    pub(super) fn squares_by(
        &self,
        noun: &Noun,
        relations: &[Relation],
        context: Context<'_>,
        among: SquareSet,
    ) -> SquareSet {
        let side = match noun.whose {
            Whose::Own => Some(context.side),
            Whose::Enemy => Some(!context.side),
            Whose::Their => Some(context.theirs()),
            Whose::Its | Whose::Any => None,
        };
        let mut set = self.of_kinds(noun.kinds, side) & among;
        if let (true, Some((receiver, _))) = (noun.another, context.receiver) {
            set.remove(receiver);
        }
        for relation in relations {
            if set.is_empty() {
                break;
            }
            set &= self.related(relation, context, set);
        }
        set
    }

    pub(super) fn all_of(&self, noun: &Noun, context: Context<'_>) -> SquareSet {
        self.squares_of(noun, context, self.plan.geometry.all)
    }

    pub(super) fn is_of(&self, square: Square, noun: &Noun, context: Context<'_>) -> bool {
        !self.squares_of(noun, context, SquareSet::of(square)).is_empty()
    }

    pub(super) fn called(&self, call: usize, among: SquareSet) -> SquareSet {
        let call = &self.model.calls[call];
        let is_meant = |square: &Square| {
            let Some(side) = self.side_at(*square) else { return false };
            let context = Context::of_piece(*square, side);
            self.is_of(*square, &call.noun, context)
                && call.condition.as_ref().is_none_or(|condition| self.holds(condition, context))
        };
        let among = among & self.of_kinds(call.noun.kinds, None);
        among.into_iter().filter(is_meant).collect()
    }

    pub(super) fn related(&self, relation: &Relation, context: Context<'_>, among: SquareSet) -> SquareSet {
        let (board, geometry) = (&self.model.board, &self.plan.geometry);
        let Some(it) = context.it else { return self.related_to_nobody(relation, context, among) };
        match relation {
            Relation::Before => geometry.towards(it, board.forward(context.side)),
            Relation::Behind => geometry.towards(it, board.forward(!context.side)),
            Relation::BeforeOrBehind => {
                geometry.towards(it, board.forward(context.side) | board.forward(!context.side))
            }
            Relation::Between(other, directions) => {
                let others = self.all_of(other, context);
                let mask = geometry.meant(*directions, context.side, None);
                let is_between = |next: &Square| {
                    let heading = geometry.heading(it, *next).filter(|heading| mask >> heading & 1 != 0);
                    let beyond = heading.and_then(|heading| geometry.step(*next, heading));
                    beyond.is_some_and(|beyond| others.contains(beyond))
                };
                (among & geometry.neighbours(it)).into_iter().filter(is_between).collect()
            }
            Relation::Sight(through) => {
                let clear = through.as_ref().map(|noun| self.all_of(noun, context));
                let blockers = self.pieces.occupied() - clear.unwrap_or(SquareSet::EMPTY);
                geometry.sight(it, crate::model::Directions::MAX, blockers)
            }
            Relation::SameKind => self.kind_at(it).map_or(SquareSet::EMPTY, |kind| self.pieces.kind(kind)),
            Relation::Enclosed(directions) => self.enclosed(it, *directions, context.side),
            Relation::Attacked => self.attacks(it, context.own_lines, among),
            Relation::Guarded => {
                self.attacks(it, context.own_lines, among & self.pieces.side(context.side))
                    & self.pieces.side(context.side)
            }
            Relation::Attacking => self.attackers(it, false, context.own_lines, among).collect(),
            Relation::Guarding => self.attackers(it, true, context.own_lines, among).collect(),
            Relation::Away(limit) => self.meant_by(std::slice::from_ref(limit), it, context.side).without(it),
            Relation::FileCrossesRow(other) => self.crossing(it, other, context, true),
            Relation::RowCrossesFile(other) => self.crossing(it, other, context, false),
            _ => self.related_to_nobody(relation, context, among),
        }
    }

    fn related_to_nobody(&self, relation: &Relation, context: Context<'_>, among: SquareSet) -> SquareSet {
        let geometry = &self.plan.geometry;
        match relation {
            Relation::NextTo(reference) => self.next_to(reference, context, among),
            Relation::Withdrawn => {
                let back =
                    context.way.and_then(|way| geometry.step(way.from, geometry.opposite(way.direction?)));
                back.map_or(SquareSet::EMPTY, SquareSet::of)
            }
            Relation::Approached => {
                let ahead = context.way.and_then(|way| geometry.step(way.to, way.direction?));
                ahead.map_or(SquareSet::EMPTY, SquareSet::of)
            }
            Relation::Jumped => context.way.map_or(SquareSet::EMPTY, |way| way.over.iter().copied().collect()),
            Relation::Theirs => self.of_side(context.theirs()),
            Relation::On(place) => self.on_place(place, context),
            Relation::OnMarks(marks) => self.memory.marks[*marks],
            Relation::OnMemory(memory) => self.memory.squares[*memory].map_or(SquareSet::EMPTY, SquareSet::of),
            Relation::NotCalled(call) => {
                let among = among & self.pieces.occupied();
                among - self.called(*call, among)
            }
            _ => SquareSet::EMPTY,
        }
    }

    pub(super) fn next_to(&self, reference: &Reference, context: Context<'_>, among: SquareSet) -> SquareSet {
        let geometry = &self.plan.geometry;
        match reference {
            Reference::It => context.it.map_or(SquareSet::EMPTY, |it| geometry.neighbours(it)),
            Reference::Noun(noun) => match among.single() {
                Some(only) if self.squares_of(noun, context, geometry.neighbours(only)).is_empty() => {
                    SquareSet::EMPTY
                }
                Some(_) => among,
                None => {
                    let all = self.all_of(noun, context).into_iter();
                    all.fold(SquareSet::EMPTY, |set, square| set | geometry.neighbours(square))
                }
            },
        }
    }

    /// Returns the squares of a place; for `its own`, the squares of pieces that are in their own side's part of the place.
    fn on_place(&self, place: &Place, context: Context<'_>) -> SquareSet {
        if place.whose == Whose::Its {
            let [first, second] = Side::BOTH.map(|side| self.of_side(side) & place.squares[side.index()]);
            return first | second;
        }
        context.place(place)
    }

    /// Returns the enemies in unbroken lines between `from` and another piece of `side`, in the specified directions.
    pub(super) fn enclosed(&self, from: Square, directions: DirectionWords, side: Side) -> SquareSet {
        let geometry = &self.plan.geometry;
        let (own, enemies) = (self.of_side(side).without(from), self.of_side(!side));
        let row = |direction: usize| {
            let ends = geometry.seen(from, direction, geometry.all - enemies);
            let last = ends - enemies;
            if last.intersects(own) { ends & enemies } else { SquareSet::EMPTY }
        };
        let meant = bits(geometry.meant(directions, side, None));
        meant.map(row).fold(SquareSet::EMPTY, |all, row| all | row)
    }

    #[inline]
    pub(super) fn of_side(&self, side: Side) -> SquareSet {
        let all = self.pieces.side(side);
        if self.plan.blocks == 0 { all } else { all - self.union(self.plan.blocks) }
    }

    /// Returns where the file of `it` crosses the rows of `other` pieces or, without `own_file`, its row their files.
    fn crossing(&self, it: Square, other: &Noun, context: Context<'_>, own_file: bool) -> SquareSet {
        let board = &self.model.board;
        let Some((row, file)) = board.place(it) else { return SquareSet::EMPTY };
        let cross = |square: Square| {
            let (other_row, other_file) = board.place(square)?;
            if own_file { board.at(other_row, file) } else { board.at(row, other_file) }
        };
        self.all_of(other, context).into_iter().filter_map(cross).collect()
    }
}
