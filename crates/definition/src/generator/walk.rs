//! Walks: whose lines a piece follows, and how powers alter them.

use std::ops::ControlFlow;

use entourage_kernel::{Kind, Square, SquareSet};

use super::view::View;
use super::way::Way;
use crate::model::{Change, Walker};

/// Says that a piece follows the lines of a kind, and how.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    pub(super) kind: Kind,
    /// Whether `straight` and `diagonal` are exchanged.
    pub(super) exchanged: bool,
    /// Whether no slide is longer than one square.
    pub(super) one_square: bool,
    /// Where alone it may arrive.
    pub(super) only_to: Option<SquareSet>,
}

impl Stride {
    /// Makes the stride of a piece that no power alters.
    #[inline]
    pub(super) fn plain(kind: Kind) -> Self {
        Self { kind, exchanged: false, one_square: false, only_to: None }
    }

    /// Tells whether the lines are followed as they are written.
    #[inline]
    pub(super) fn is_as_written(&self) -> bool {
        !self.exchanged && !self.one_square
    }
}

/// What is done with each way; it may ask for no more.
pub(super) type Visit<'v> = dyn FnMut(&Way<'_>) -> ControlFlow<()> + 'v;

impl View<'_> {
    /// Hands over the strides of the piece on a square: its kind's own, or those that powers make of them.
    #[inline]
    pub(super) fn strides(
        &self,
        from: Square,
        own_lines: bool,
        mut visit: impl FnMut(Stride) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(kind) = self.kind_at(from) else { return ControlFlow::Continue(()) };
        if own_lines || !self.plan.changes_walks {
            return visit(Stride::plain(kind));
        }
        self.altered(from, kind, &mut visit)
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
        let stride = Stride {
            exchanged: acting(|change| matches!(change, Change::Exchanged)).next().is_some(),
            one_square: acting(|change| matches!(change, Change::OneSquare)).next().is_some(),
            ..Stride::plain(kind)
        };
        let lender = |walker: Walker, giver: Square| match walker {
            Walker::It => self.kind_at(giver).unwrap_or(kind),
            Walker::Kind(kind) => kind,
        };
        // What is lent twice leads nowhere else.
        let mut lent = 0_u32;
        for (index, clause) in acting(|change| matches!(change, Change::WalkAs(_))) {
            let Change::WalkAs(walker) = clause.change else { continue };
            for (giver, _) in self.givers_for(index, from) {
                let kind = lender(walker, giver);
                if lent >> kind.index() & 1 == 0 {
                    lent |= 1 << kind.index();
                    visit(Stride { kind, ..stride })?;
                }
            }
        }
        if lent == 0 {
            visit(stride)?;
        }
        for (index, clause) in acting(|change| matches!(change, Change::AlsoWalkAs(..))) {
            let Change::AlsoWalkAs(walker, place) = &clause.change else { continue };
            for (giver, context) in self.givers_for(index, from) {
                let only_to = place.as_ref().map(|place| self.place(place, context));
                visit(Stride { kind: lender(*walker, giver), only_to, ..stride })?;
            }
        }
        ControlFlow::Continue(())
    }
}
