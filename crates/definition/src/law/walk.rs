//! Determines which lines (descriptions of moves) a piece follows: those of its kind, or others under powers.

use entourage_kernel::{Square, SquareSet};

use super::Scene;
use crate::execution::Reading;
use crate::model::{Change, Line, Walker};

pub(crate) struct Walk<'m> {
    pub(crate) line: &'m Line,
    pub(super) exchanged: bool,
    pub(super) one_square: bool,
    pub(super) wrapped: bool,
    pub(super) through: SquareSet,
    pub(super) stops: SquareSet,
    pub(super) only_to: Option<SquareSet>,
}

impl<'m> Walk<'m> {
    fn plain(line: &'m Line) -> Self {
        Walk {
            line,
            exchanged: false,
            one_square: false,
            wrapped: false,
            through: SquareSet::EMPTY,
            stops: SquareSet::EMPTY,
            only_to: None,
        }
    }
}

impl<'m> Scene<'m> {
    pub(crate) fn walk(&self, from: Square, own_lines: bool) -> Vec<Walk<'m>> {
        self.walk_without(from, own_lines, None)
    }

    pub(super) fn walk_without(&self, from: Square, own_lines: bool, power: Option<usize>) -> Vec<Walk<'m>> {
        let model = self.model;
        let Some(kind) = self.kind_at(from) else { return Vec::new() };
        let cards = model.cards.iter().flat_map(|cards| cards.list.iter().enumerate());
        let given = cards.filter(|(card, _)| self.bears(from, *card)).flat_map(|(_, card)| &card.lines);
        let given: Vec<&Line> = given.collect();
        let own = || model.kinds[kind.index()].lines.iter().chain(given.iter().copied()).map(Walk::plain);
        if own_lines || !model.changes_walks() {
            return own().collect();
        }
        let lender = |walker: Walker, giver: Square| match walker {
            Walker::It => self.kind_at(giver).unwrap_or(kind),
            Walker::Kind(kind) => kind,
        };
        let acting = |change: fn(&Change) -> bool| {
            let clauses = model.clauses.iter().enumerate();
            clauses.filter(move |(index, clause)| {
                change(&clause.change) && Some(clause.power) != power && self.receivers(*index).contains(from)
            })
        };
        let mut walk = Vec::new();
        let mut is_lent = false;
        for (index, clause) in acting(|change| matches!(change, Change::WalkAs(_))) {
            for giver in self.givers_for(index, from) {
                is_lent = true;
                if let Change::WalkAs(walker) = clause.change {
                    walk.extend(model.kinds[lender(walker, giver).index()].lines.iter().map(Walk::plain));
                }
            }
        }
        if !is_lent {
            walk.extend(own());
        }
        for (index, clause) in acting(|change| matches!(change, Change::AlsoWalkAs(..))) {
            let Change::AlsoWalkAs(walker, place) = &clause.change else { continue };
            for giver in self.givers_for(index, from) {
                let Some(context) = self.bond(clause, giver, from) else { continue };
                let only_to = place.as_ref().map(|place| context.place(place));
                let lines = model.kinds[lender(*walker, giver).index()].lines.iter();
                walk.extend(lines.map(|line| Walk { only_to, ..Walk::plain(line) }));
            }
        }
        let (mut through, mut stops) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for (index, clause) in acting(|change| matches!(change, Change::Through(_) | Change::StopOn(_))) {
            for giver in self.givers_for(index, from) {
                let Some(context) = self.bond(clause, giver, from) else { continue };
                match &clause.change {
                    Change::Through(noun) => through |= self.squares_of(noun, context),
                    Change::StopOn(place) => stops |= context.place(place),
                    _ => {}
                }
            }
        }
        let exchanged = acting(|change| matches!(change, Change::Exchanged)).next().is_some();
        let one_square = acting(|change| matches!(change, Change::OneSquare)).next().is_some();
        let wrapped = acting(|change| matches!(change, Change::Wrapped)).next().is_some();
        for walk in &mut walk {
            (walk.exchanged, walk.one_square, walk.wrapped) = (exchanged, one_square, wrapped);
            (walk.through, walk.stops) = (through, stops);
        }
        walk
    }
}
