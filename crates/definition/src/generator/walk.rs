//! Determines which lines (descriptions of moves) a piece follows, and how powers change them.

use std::ops::ControlFlow;

use entourage_kernel::{Kind, Square, SquareSet};

use super::group::Item;
use super::view::View;
use super::way::Way;
use crate::execution::Reading;
use crate::model::{Change, Line, Walker};

/// The kind or card whose lines a piece follows, and the changes that apply to them.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    /// The index of the kind or card whose lines the piece follows; cards are numbered after all kinds.
    pub(super) lender: usize,
    pub(super) exchanged: bool,
    pub(super) one_square: bool,
    pub(super) wrapped: bool,
    pub(super) through: SquareSet,
    pub(super) stops: SquareSet,
    pub(super) only_to: Option<SquareSet>,
}

impl Stride {
    #[inline]
    pub(super) fn plain(kind: Kind) -> Self {
        let (through, stops) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let lender = kind.index();
        Self { lender, exchanged: false, one_square: false, wrapped: false, through, stops, only_to: None }
    }

    #[inline]
    pub(super) fn is_as_written(&self) -> bool {
        !self.exchanged && !self.one_square && !self.wrapped && (self.through | self.stops).is_empty()
    }
}

/// A callback that receives each way (path of a move) and can stop the search.
pub(super) type Visit<'v> = dyn FnMut(&Way<'_>) -> ControlFlow<()> + 'v;

impl<'a> View<'a> {
    #[inline]
    pub(super) fn lines(&self, stride: &Stride) -> &'a [Line] {
        self.model.lines_of(stride.lender)
    }

    #[inline]
    pub(super) fn items(&self, stride: &Stride) -> &'a [Item] {
        match self.plan.kinds.get(stride.lender) {
            Some(kind) => &kind.items,
            None => &self.plan.cards[stride.lender - self.plan.kinds.len()],
        }
    }
}

impl View<'_> {
    #[inline]
    pub(super) fn strides(
        &self,
        from: Square,
        own_lines: bool,
        mut visit: impl FnMut(Stride) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(kind) = self.kind_at(from) else { return ControlFlow::Continue(()) };
        if own_lines || !self.plan.changes_walks {
            visit(Stride::plain(kind))?;
            return if self.plan.cards.is_empty() {
                ControlFlow::Continue(())
            } else {
                self.given(from, Stride::plain(kind), &mut visit)
            };
        }
        self.altered(from, kind, &mut visit)
    }

    fn given(
        &self,
        from: Square,
        own: Stride,
        visit: &mut dyn FnMut(Stride) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let given = (0..self.plan.cards.len())
            .filter(|card| !self.plan.cards[*card].is_empty() && self.bears(from, *card));
        given.map(|card| Stride { lender: self.plan.kinds.len() + card, ..own }).try_for_each(visit)
    }

    fn altered(
        &self,
        from: Square,
        kind: Kind,
        visit: &mut dyn FnMut(Stride) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let model = self.model;
        let acting = |wanted: fn(&Change) -> bool| {
            let all = model.clauses.iter().enumerate();
            all.filter(move |(index, clause)| wanted(&clause.change) && self.acts_on(*index, from))
        };
        let bent = |change: &Change| matches!(change, Change::Through(_) | Change::StopOn(_));
        let (mut through, mut stops) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for (index, clause) in acting(bent) {
            for (_, context) in self.givers_for(index, from) {
                match &clause.change {
                    Change::Through(noun) => through |= self.all_of(noun, context),
                    Change::StopOn(place) => stops |= self.towards(context, from).place(place),
                    _ => {}
                }
            }
        }
        let stride = Stride {
            through,
            stops,
            exchanged: acting(|change| matches!(change, Change::Exchanged)).next().is_some(),
            wrapped: acting(|change| matches!(change, Change::Wrapped)).next().is_some(),
            one_square: acting(|change| matches!(change, Change::OneSquare)).next().is_some(),
            ..Stride::plain(kind)
        };
        let lender = |walker: Walker, giver: Square| match walker {
            Walker::It => self.kind_at(giver).unwrap_or(kind),
            Walker::Kind(kind) => kind,
        };
        // Visit each lending kind only once.
        let mut lent = 0_u32;
        for (index, clause) in acting(|change| matches!(change, Change::WalkAs(_))) {
            let Change::WalkAs(walker) = clause.change else { continue };
            for (giver, _) in self.givers_for(index, from) {
                let kind = lender(walker, giver);
                if lent >> kind.index() & 1 == 0 {
                    lent |= 1 << kind.index();
                    visit(Stride { lender: kind.index(), ..stride })?;
                }
            }
        }
        if lent == 0 {
            visit(stride)?;
            self.given(from, stride, visit)?;
        }
        for (index, clause) in acting(|change| matches!(change, Change::AlsoWalkAs(..))) {
            let Change::AlsoWalkAs(walker, place) = &clause.change else { continue };
            for (giver, context) in self.givers_for(index, from) {
                let only_to = place.as_ref().map(|place| self.towards(context, from).place(place));
                visit(Stride { lender: lender(*walker, giver).index(), only_to, ..stride })?;
            }
        }
        ControlFlow::Continue(())
    }
}
