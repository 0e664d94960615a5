//! Checks duties: conditions that powers require to hold after a move.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use entourage_kernel::{Kind, Piece, Side, Square, SquareSet};

use super::plan::plain_neighbour;
use super::view::View;
use super::way::{Deed, Way};
use crate::execution::{Context, Memory, Performance, Pieces, Reading, happened};
use crate::model::{Choice, Effect, Event};

impl View<'_> {
    /// Returns whether a move fulfils the mover's duties with at least one choice of promotion, ignoring duties that depend on threats.
    pub(super) fn keeps_duties(&self, way: &Way<'_>) -> bool {
        if self.plan.duties.is_empty() {
            return true;
        }
        let Some(mover) = self.pieces.piece_at(way.from) else { return true };
        let taken = way.taken.set();
        if self.plan.has_plain_duties
            && way.displaced.is_none()
            && !self.may_anything_happen(mover, way.line.label, way.to, !taken.is_empty())
        {
            return self.keeps_plain_duties(mover, way.to, taken.with(way.from));
        }
        let mut is_asked = false;
        let flow = self.each_option(way, mover, &mut |choice| {
            is_asked = true;
            let done = self.perform_way(way, choice, *self.pieces);
            match self.keeps(&done.table, &done.memory, way.to, way.line.label, false) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        flow.is_break() || !is_asked
    }

    pub(super) fn each_option(
        &self,
        way: &Way<'_>,
        mover: Piece,
        visit: &mut dyn FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut with_put = |becomes: Option<Kind>| {
            let choice = Choice { becomes, put: None };
            if self.plan.kinds_that_choose_squares >> mover.kind().index() & 1 == 0 {
                return visit(choice);
            }
            let asked = self.perform_way(way, choice, *self.pieces).asked;
            if asked.is_empty() {
                return visit(choice);
            }
            asked.into_iter().try_for_each(|square| visit(Choice { put: Some(square), ..choice }))
        };
        match self.choices(way, mover) {
            None => with_put(None),
            Some(kinds) => kinds.into_iter().try_for_each(|kind| with_put(Some(kind))),
        }
    }

    pub(super) fn remembers(&self, deed: &Deed<'_>, pieces: &Pieces, memory: &Memory) -> bool {
        if self.plan.duties.is_empty() {
            return true;
        }
        let Some((at, label)) = deed.arrival(self.model, self.pieces) else { return true };
        self.keeps(pieces, memory, at, label, true)
    }

    fn keeps(&self, pieces: &Pieces, memory: &Memory, at: Square, label: Option<usize>, all: bool) -> bool {
        let after = self.of(pieces, memory);
        let Some(piece) = pieces.piece_at(at) else { return true };
        let context = Context::of_piece(at, piece.side());
        self.in_force(&self.plan.duties, !all).all(|(_, clause)| {
            let Some((of, duty)) = clause.duty() else { return true };
            let binds = clause.givers >> piece.kind().index() & 1 != 0
                && clause.card.is_none_or(|card| after.bears(at, card))
                && (!clause.main_action || self.in_main_action(piece.side()))
                && (of.is_none() || of == label)
                && !(self.is_asked && duty.asks_moves())
                && clause.while_giver.as_ref().is_none_or(|condition| after.holds(condition, context))
                && clause.condition.as_ref().is_none_or(|condition| {
                    after.holds(condition, Context { receiver: Some((at, piece.side())), ..context })
                });
            !binds || after.holds(duty, context)
        })
    }

    /// Returns whether a move to `to` fulfils the mover's duties if `gone` is emptied. Requires `has_plain_duties`.
    fn keeps_plain_duties(&self, mover: Piece, to: Square, gone: SquareSet) -> bool {
        self.in_force(&self.plan.duties, false).all(|(_, clause)| {
            let Some(noun) = plain_neighbour(clause) else { return true };
            clause.givers >> mover.kind().index() & 1 == 0 || {
                let context = Context::of_piece(to, mover.side());
                let beside = self.plan.geometry.neighbours(to) - gone;
                !self.squares_of(noun, context, beside).is_empty()
            }
        })
    }

    /// Returns the kinds that the mover can choose to become; `None` if a move offers no choice.
    fn choices(&self, way: &Way<'_>, mover: Piece) -> Option<ArrayVec<Kind, { Kind::LIMIT }>> {
        let mut notable =
            self.plan.kinds[mover.kind().index()].notable.iter().map(|index| &self.model.events[*index]);
        notable.find_map(|event| match &event.effect {
            Effect::Becomes { kinds, most, .. }
                if kinds.len() > 1
                    && happened(self, event, &way.route(), mover)
                    && self.lets_become(event, way, mover.side()) =>
            {
                let is_left = |kind: &Kind| {
                    let has = || self.pieces.of(mover.side(), *kind).len() as u32;
                    most.iter().all(|(bounded, most)| bounded != kind || has() < *most)
                };
                Some(kinds.iter().copied().filter(is_left).collect())
            }
            _ => None,
        })
    }

    /// Returns whether an event's condition holds directly after the mover reaches its destination.
    fn lets_become(&self, event: &Event, way: &Way<'_>, side: Side) -> bool {
        event.condition.as_ref().is_none_or(|condition| {
            let route = way.route();
            let arrived = Performance::arrival(self, &route, *self.pieces);
            let context = Context::of_move(way.to, side, &route);
            self.of(&arrived.table, self.memory).holds(condition, context)
        })
    }
}
