//! Lists passes, turn ends, castlings and acts (actions without a path), and checks that actions leave royal pieces safe.

use std::cell::Cell;
use std::ops::ControlFlow;

use entourage_kernel::{AnyMove, Intent, Kind, MoveSink, Square, SquareSet};

use super::form::Form;
use super::outlet::outlet;
use super::view::View;
use super::way::{Deed, Way};
use crate::execution::{Context, Memory, Pieces};
use crate::model::{ActEffect, Choice, Danger, Pass};

pub(crate) struct Turn<'v, 'a> {
    pub(super) view: &'v View<'a>,
    threatened: Cell<Option<bool>>,
}

impl<'v, 'a> Turn<'v, 'a> {
    pub(crate) fn of(view: &'v View<'a>) -> Self {
        Self { view, threatened: Cell::new(None) }
    }

    pub(crate) fn generate(&self, sink: &mut impl MoveSink) {
        let (view, sink) = (self.view, outlet(sink));
        let must = view.model.must_capture && self.generate_actions(true, sink);
        let any = must || self.generate_actions(false, sink);
        let end = view.model.end_form.filter(|_| view.memory.chain.is_some() && !must);
        let mut has_end = false;
        if let Some(form) = end
            && self.is_safe(Deed::End)
        {
            has_end = true;
            sink.push(view.plan.forms[form].of_deed(&Deed::End));
        }
        if let Some(form) = view.model.pass_form
            && self.may_pass(!any && !has_end)
        {
            sink.push(view.plan.forms[form].of_deed(&Deed::Pass));
        }
    }

    pub(crate) fn has_moves(&self) -> bool {
        self.view.memory.chain.is_some()
            || self.generate_actions(false, outlet(&mut AnyMove::default()))
            || self.may_pass(true)
    }

    pub(super) fn movers(&self) -> SquareSet {
        let view = self.view;
        let own = view.of_side(view.side);
        view.memory.chain.map_or(own, |chain| own & SquareSet::of(chain.at))
    }

    pub(super) fn may_pass(&self, is_stranded: bool) -> bool {
        let view = self.view;
        view.memory.chain.is_none()
            && match &view.model.pass {
                Pass::Never => false,
                Pass::Unless(condition) => !view.holds(condition, Context::of_player(view.side)),
                Pass::WhenNoOtherMove => is_stranded,
            }
    }

    /// Returns whether a line with this label can be followed now; during a continued turn, only some labels are allowed.
    pub(super) fn goes_on_by(&self, label: Option<usize>) -> bool {
        self.view.memory.chain.is_none_or(|chain| label.is_some_and(|label| chain.labels >> label & 1 != 0))
    }

    pub(super) fn each_choice(
        &self,
        way: &Way<'_>,
        visit: &mut dyn FnMut(Intent, Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let view = self.view;
        let Some(mover) = view.pieces.piece_at(way.from) else { return ControlFlow::Continue(()) };
        view.each_option(way, mover, &mut |choice| {
            let becomes = |kind: Kind| view.model.becoming_forms.iter().find(|(other, _)| *other == kind);
            let form = choice.becomes.and_then(becomes).map(|(_, form)| *form);
            let form = form.or(way.line.label.map(|label| view.model.label_forms[label])).unwrap_or(0);
            visit(self.form(form, choice.put).of_way(way, choice.put), choice)
        })
    }

    fn form(&self, form: usize, put: Option<Square>) -> &Form {
        let putting = || self.view.model.putting_forms.get(form).copied().flatten();
        &self.view.plan.forms[put.and_then(|_| putting()).unwrap_or(form)]
    }

    pub(super) fn each_stay(&self, at: Square, visit: &mut dyn FnMut(Intent, Deed<'_>) -> ControlFlow<()>) {
        let view = self.view;
        let Some(kind) = view.kind_at(at) else { return };
        let context = Context::of_piece(at, view.side);
        let forms = &view.plan.forms;
        for (act, words) in view.model.kinds[kind.index()].acts.iter().enumerate() {
            if words.condition.as_ref().is_some_and(|condition| !view.holds(condition, context)) {
                continue;
            }
            let form = &forms[view.model.label_forms[words.label]];
            let mut hand = |target: Option<Square>| {
                if let (Some(target), ActEffect::Driven(_, drive)) = (target, &words.effect)
                    && !view.can_be_driven(at, target, *drive)
                {
                    return ControlFlow::Continue(());
                }
                let deed = Deed::Act { at, act, target };
                visit(form.of_deed(&deed), deed)
            };
            let flow = match words.chosen() {
                Some(noun) => view.all_of(noun, context).into_iter().try_for_each(|target| hand(Some(target))),
                None => hand(None),
            };
            if flow.is_break() {
                return;
            }
        }
        if !view.plan.mutations.is_empty() {
            for (power, kind) in view.mutations(at) {
                let mut known = view.model.mutation_forms.iter();
                let found = known.find(|(other, becomes, _)| (*other, *becomes) == (power, kind));
                let deed = Deed::Mutate { at, kind };
                if let Some(&(_, _, form)) = found
                    && visit(forms[form].of_deed(&deed), deed).is_break()
                {
                    return;
                }
            }
        }
        if view.memory.rights == 0 {
            return;
        }
        for (index, castling) in view.model.castlings.iter().enumerate() {
            let ends = castling.written();
            if ends[0] == at && self.may_castle(index) && self.each_castling(index, ends, visit).is_break() {
                return;
            }
        }
    }

    fn each_castling(
        &self,
        castling: usize,
        [from, to]: [Square; 2],
        visit: &mut dyn FnMut(Intent, Deed<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let view = self.view;
        let mut with_put = |put: Option<Square>| {
            let intent = match put {
                Some(put) => Intent::through(from, to, put).with_choice(self.form(0, Some(put)).number),
                None => Intent::from_to(from, to),
            };
            visit(intent, Deed::Castle { castling, put })
        };
        let asks = view.plan.kinds_that_choose_squares >> view.model.castlings[castling].royal.index() & 1 != 0;
        let unasked = Deed::Castle { castling, put: None };
        let asked = if asks { view.perform(unasked, *view.pieces).asked } else { SquareSet::EMPTY };
        match asked.is_empty() {
            true => with_put(None),
            false => asked.into_iter().try_for_each(|square| with_put(Some(square))),
        }
    }

    pub(super) fn may_castle(&self, index: usize) -> bool {
        let view = self.view;
        let castling = &view.model.castlings[index];
        if castling.side != view.side.index()
            || view.memory.rights >> index & 1 == 0
            || view.plan.between[index].intersects(view.pieces.occupied())
        {
            return false;
        }
        let (home, partner) = (castling.royal_way[0], castling.partner_way[0]);
        let Some(royal) = view.pieces.piece_at(home) else { return true };
        if !view.plan.holding.is_empty() && view.is_held(home, None, false) {
            return false;
        }
        // A piece that is not royal can castle through attacked squares.
        if view.plan.royals >> castling.royal.index() & 1 == 0 {
            return true;
        }
        let is_safe_on = |square: &Square| {
            let mut pieces = *view.pieces;
            pieces.take(home);
            if *square == partner {
                pieces.take(partner);
            }
            pieces.put(*square, royal);
            !view.of(&pieces, view.memory).is_threatened(*square, false)
        };
        !view.is_threatened(home, false)
            && castling.crossed.iter().filter(|square| **square != home).all(is_safe_on)
    }

    pub(super) fn is_safe(&self, deed: Deed<'_>) -> bool {
        let done = self.view.perform(deed, *self.view.pieces);
        done.is_possible()
            && !self.is_endangered(&done.table, &done.memory)
            && self.view.remembers(&deed, &done.table, &done.memory)
    }

    pub(super) fn is_endangered(&self, pieces: &Pieces, memory: &Memory) -> bool {
        let view = self.view;
        let Some(royal) = &view.model.royal else { return false };
        let after = view.of(pieces, memory);
        let royals = after.royals(view.side);
        if royal.danger == Danger::All && (royals.is_empty() || !after.is_in_danger()) {
            return royals.is_empty() && !view.royals(view.side).is_empty();
        }
        let is_missing = match royal.danger {
            Danger::Any => royals.len() < view.royals(view.side).len(),
            Danger::All => false,
            Danger::Last => view
                .royals(view.side)
                .into_iter()
                .any(|square| view.kind_at(square).is_some_and(|kind| pieces.of(view.side, kind).is_empty())),
        };
        if is_missing {
            return true;
        }
        after.vital_royals(view.side).into_iter().any(|square| {
            after.is_threatened(square, false)
                && !royal.exception.as_ref().is_some_and(|exception| {
                    let context = Context {
                        threatened_before: self.was_threatened(),
                        ..Context::of_piece(square, view.side)
                    };
                    after.holds(exception, context)
                })
        })
    }

    pub(super) fn was_threatened(&self) -> bool {
        self.threatened.get().unwrap_or_else(|| {
            let threatened = self.view.is_in_danger();
            self.threatened.set(Some(threatened));
            threatened
        })
    }
}
