use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::{Context, Scene};
use crate::model::{DirectionWords, Directions, Kinds, Noun, Place, Reference, Relation, Whose};

impl Scene<'_> {
    pub(crate) fn of_kinds(&self, kinds: Kinds, side: Option<Side>) -> SquareSet {
        let all = side.map_or(self.pieces.occupied(), |side| self.of_side(side));
        if self.model.blocks == 0 && kinds == self.model.all_kinds() {
            return all;
        }
        let wanted = (0..self.model.kinds.len() as u8).filter(|index| kinds >> index & 1 != 0);
        wanted.fold(SquareSet::EMPTY, |set, index| set | self.pieces.kind(Kind(index))) & all
    }

    pub(crate) fn squares_of(&self, noun: &Noun, context: Context<'_>) -> SquareSet {
        let side = match noun.whose {
            Whose::Own => Some(context.side),
            Whose::Enemy => Some(!context.side),
            Whose::Their => Some(context.theirs()),
            Whose::Its | Whose::Any => None,
        };
        let mut set = self.of_kinds(noun.kinds, side);
        if let (true, Some((receiver, _))) = (noun.another, context.receiver) {
            set.remove(receiver);
        }
        for relation in &noun.relations {
            if set.is_empty() {
                return set;
            }
            set &= self.related(relation, context);
        }
        match noun.call {
            Some(call) => self.called(call, set),
            None => set,
        }
    }

    pub(crate) fn called(&self, call: usize, among: SquareSet) -> SquareSet {
        let call = &self.model.calls[call];
        let is_meant = |square: &Square| {
            let Some(side) = self.side_at(*square) else { return false };
            let context = Context::of_piece(*square, side);
            self.squares_of(&call.noun, context).contains(*square)
                && call.condition.as_ref().is_none_or(|condition| self.holds(condition, context))
        };
        among.into_iter().filter(is_meant).collect()
    }

    pub(crate) fn related(&self, relation: &Relation, context: Context<'_>) -> SquareSet {
        let board = &self.model.board;
        let of_it = |find: &dyn Fn(Square) -> SquareSet| context.it.map_or(SquareSet::EMPTY, find);
        match relation {
            Relation::NextTo(reference) => self.next_to(reference, context),
            Relation::Before => of_it(&|it| self.towards(it, board.forward(context.side))),
            Relation::Behind => of_it(&|it| self.towards(it, board.forward(!context.side))),
            Relation::BeforeOrBehind => {
                of_it(&|it| self.towards(it, board.forward(context.side) | board.forward(!context.side)))
            }
            Relation::Between(other, directions) => of_it(&|it| {
                let others = self.squares_of(other, context);
                let mask = board.meant(*directions, context.side, None);
                let between =
                    board.directions().filter(|direction| mask >> direction & 1 != 0).filter_map(|direction| {
                        let next = board.step(it, direction)?;
                        board.step(next, direction).filter(|beyond| others.contains(*beyond)).map(|_| next)
                    });
                between.collect()
            }),
            Relation::Sight(through) => of_it(&|it| {
                let clear = through.as_ref().map(|noun| self.squares_of(noun, context));
                self.sight(it, clear.unwrap_or(SquareSet::EMPTY))
            }),
            Relation::SameKind => {
                of_it(&|it| self.kind_at(it).map_or(SquareSet::EMPTY, |kind| self.pieces.kind(kind)))
            }
            Relation::Enclosed(directions) => of_it(&|it| self.enclosed(it, *directions, context.side)),
            Relation::Attacked => of_it(&|it| self.attacks(it, context.own_lines)),
            Relation::Guarded => {
                of_it(&|it| self.attacks(it, context.own_lines) & self.pieces.side(context.side))
            }
            Relation::Attacking => of_it(&|it| self.attackers(it, false, context.own_lines)),
            Relation::Guarding => of_it(&|it| self.attackers(it, true, context.own_lines)),
            Relation::Withdrawn => context.way.map_or(SquareSet::EMPTY, |way| {
                let back = way.direction.and_then(|direction| board.step(way.from, board.opposite(direction)));
                back.into_iter().collect()
            }),
            Relation::Approached => context.way.map_or(SquareSet::EMPTY, |way| {
                way.direction.and_then(|direction| board.step(way.to, direction)).into_iter().collect()
            }),
            Relation::Jumped => context.way.map_or(SquareSet::EMPTY, |way| way.over.iter().copied().collect()),
            Relation::FileCrossesRow(other) => of_it(&|it| self.crossing(it, other, context, true)),
            Relation::RowCrossesFile(other) => of_it(&|it| self.crossing(it, other, context, false)),
            Relation::Theirs => self.of_side(context.theirs()),
            Relation::On(place) => self.on_place(place, context),
            Relation::Away(limit) => {
                of_it(&|it| self.meant_by(std::slice::from_ref(limit), it, context.side).without(it))
            }
            Relation::OnMarks(marks) => self.memory.marks[*marks],
            Relation::OnMemory(memory) => self.memory.squares[*memory].into_iter().collect(),
            Relation::NotCalled(call) => {
                let all = self.pieces.occupied();
                all - self.called(*call, all)
            }
        }
    }

    pub(crate) fn next_to(&self, reference: &Reference, context: Context<'_>) -> SquareSet {
        let board = &self.model.board;
        match reference {
            Reference::It => context.it.map_or(SquareSet::EMPTY, |it| board.neighbours(it)),
            Reference::Noun(noun) => {
                let all = self.squares_of(noun, context).into_iter();
                all.fold(SquareSet::EMPTY, |set, square| set | board.neighbours(square))
            }
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

    fn towards(&self, from: Square, mask: Directions) -> SquareSet {
        let board = &self.model.board;
        let meant = board.directions().filter(|direction| mask >> direction & 1 != 0);
        meant.filter_map(|direction| board.step(from, direction)).collect()
    }

    /// Returns the pieces that attack the piece on a square or, with `guards`, those of its own side that guard it.
    fn attackers(&self, target: Square, guards: bool, own_lines: bool) -> SquareSet {
        let Some(side) = self.side_at(target) else { return SquareSet::EMPTY };
        let others = self.of_side(if guards { side } else { !side }).without(target);
        others.into_iter().filter(|from| self.attacks(*from, own_lines).contains(target)).collect()
    }

    /// Returns the squares in every direction from a square, up to and including the first piece that is not on one of the squares `clear`.
    fn sight(&self, from: Square, clear: SquareSet) -> SquareSet {
        let board = &self.model.board;
        let mut seen = SquareSet::EMPTY;
        for direction in board.directions() {
            let mut at = board.step(from, direction);
            while let Some(square) = at {
                seen.insert(square);
                let is_open = self.pieces.piece_at(square).is_none() || clear.contains(square);
                at = if is_open { board.step(square, direction) } else { None };
            }
        }
        seen
    }

    /// Returns the enemies in unbroken lines between `from` and another piece of `side`, in the specified directions.
    pub(super) fn enclosed(&self, from: Square, directions: DirectionWords, side: Side) -> SquareSet {
        let board = &self.model.board;
        let mask = board.meant(directions, side, None);
        let mut found = SquareSet::EMPTY;
        for direction in board.directions().filter(|direction| mask >> direction & 1 != 0) {
            let (mut at, mut row) = (board.step(from, direction), SquareSet::EMPTY);
            while let Some(square) = at.filter(|square| self.side_at(*square) == Some(!side)) {
                row.insert(square);
                at = board.step(square, direction);
            }
            if at.is_some_and(|square| square != from && self.side_at(square) == Some(side)) {
                found |= row;
            }
        }
        found
    }

    /// Returns where the file of `it` crosses the rows of `other` pieces or, without `own_file`, its row their files.
    fn crossing(&self, it: Square, other: &Noun, context: Context<'_>, own_file: bool) -> SquareSet {
        let board = &self.model.board;
        let Some((row, file)) = board.place(it) else { return SquareSet::EMPTY };
        let others = self.squares_of(other, context).into_iter().filter_map(|square| board.place(square));
        others
            .filter_map(
                |(other_row, other_file)| {
                    if own_file { board.at(other_row, file) } else { board.at(row, other_file) }
                },
            )
            .collect()
    }
}
