//! What the side to move may do: moves listed many at a time, one found by its intent, and the position after it.

use std::cell::Cell;
use std::ops::ControlFlow;

use entourage_kernel::{AnyMove, Effects, Intent, Kind, MoveSink, Path, Square, SquareSet};

use super::choice::Known;
use super::geometry::{ROWS, Shift};
use super::group::{Group, Heading, Item, prey};
use super::guard::Guard;
use super::performance::{Deed, Performance};
use super::plan::{FEW_TAKEN, KindPlan, is_wild, offers};
use super::view::{Context, View};
use super::walk::Stride;
use super::way::Way;
use crate::game::Position;
use crate::law::{Memory, Pieces};
use crate::model::{ActEffect, Deed as Done, Effect, Line, Pass};

/// Lists what the side to move may do on a board.
pub(crate) struct Turn<'v, 'a> {
    view: &'v View<'a>,
    /// Whether a royal piece is threatened before the move, once it is known.
    threatened: Cell<Option<bool>>,
}

/// Hands moves on, and knows whether there was one.
struct Listing<'s, S> {
    sink: &'s mut S,
    any: bool,
}

impl<S: MoveSink> Listing<'_, S> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.any = true;
        self.sink.push(intent);
    }

    #[inline(always)]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        if !ends.is_empty() {
            self.any = true;
            self.sink.fan(path, ends);
        }
    }

    #[inline]
    fn shift(&mut self, ends: SquareSet, by: isize) {
        if !ends.is_empty() {
            self.any = true;
            self.sink.shift(ends, by);
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.sink.is_full()
    }
}

/// Holds what moves are listed with.
struct Pen<'s, S> {
    guard: &'s Guard,
    known: &'s mut Known,
    /// The pieces whose plain moves are safe if they end on the guard's shields.
    free: SquareSet,
    /// Whether plain moves that are not surely safe are not.
    decides: bool,
    occupied: SquareSet,
    enemies: SquareSet,
    empty: SquareSet,
    listing: Listing<'s, S>,
}

impl<'v, 'a> Turn<'v, 'a> {
    /// Looks at the turn of the side to move.
    pub(crate) fn of(view: &'v View<'a>) -> Self {
        Self { view, threatened: Cell::new(None) }
    }

    /// Hands all legal moves to a sink, each once, ends of the game left aside.
    pub(crate) fn generate(&self, sink: &mut impl MoveSink) {
        let view = self.view;
        let any = self.generate_actions(sink);
        let end = view.model.end_form.filter(|_| view.memory.chain.is_some());
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

    /// Tells whether the side to move has a legal move.
    pub(crate) fn has_moves(&self) -> bool {
        self.view.memory.chain.is_some()
            || self.generate_actions(&mut AnyMove::default())
            || self.may_pass(true)
    }

    /// Hands over all legal moves that are no words, and tells whether there is one.
    #[inline]
    fn generate_actions(&self, sink: &mut impl MoveSink) -> bool {
        let view = self.view;
        let (mut guard, mut known) = (Guard::new(view), Known::new());
        guard.look(view);
        let occupied = view.pieces.occupied();
        let mut pen = Pen {
            free: guard.free(view.pieces.side(view.side)),
            decides: guard.decides(view),
            guard: &guard,
            known: &mut known,
            occupied,
            enemies: view.pieces.side(!view.side),
            empty: view.plan.geometry.all - occupied,
            listing: Listing { sink, any: false },
        };
        if !view.plan.is_swift || view.memory.chain.is_some() || !self.is_at_home() {
            self.movers().into_iter().for_each(|from| self.piece(from, &mut pen));
            return pen.listing.any;
        }
        for (index, kind) in view.plan.kinds.iter().enumerate() {
            let pieces = view.pieces.of(view.side, Kind(index as u8));
            if pieces.is_empty() {
                continue;
            }
            if kind.is_swift {
                self.kind(Kind(index as u8), kind, pieces, &mut pen);
            } else {
                pieces.into_iter().for_each(|from| self.piece(from, &mut pen));
            }
        }
        let mut rights = view.memory.rights & view.plan.rights[view.side.index()];
        while rights != 0 {
            let index = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            if view.plan.between[index].intersects(occupied) {
                continue;
            }
            let castling = &view.model.castlings[index];
            let [from, to] = castling.royal_way;
            if view.plan.kinds[castling.royal.index()].is_swift
                && self.may_castle(index)
                && self.is_safe(Deed::Castle(index))
            {
                pen.listing.push(Intent::from_to(from, to));
            }
        }
        pen.listing.any
    }

    /// Tells whether every right to castle is that of a piece which stands at home.
    fn is_at_home(&self) -> bool {
        let view = self.view;
        let rights = view.memory.rights & view.plan.rights[view.side.index()];
        rights == 0
            || view.model.castlings.iter().zip(0..).all(|(castling, right)| {
                rights >> right & 1 == 0
                    || view.pieces.of(view.side, castling.royal).contains(castling.royal_way[0])
            })
    }

    /// Hands over all that one piece may do.
    #[inline(never)]
    fn piece<S: MoveSink>(&self, from: Square, pen: &mut Pen<'_, S>) {
        if pen.listing.is_full() {
            return;
        }
        pen.known.forget();
        self.walks(from, pen);
        if self.view.memory.chain.is_none() {
            self.each_stay(from, &mut |intent, deed| {
                if pen.known.add(intent) && self.is_safe(deed) {
                    pen.listing.push(intent);
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Hands over the moves of some pieces of a kind, line by line.
    #[inline(always)]
    fn kind<S: MoveSink>(&self, kind: Kind, plan: &KindPlan, pieces: SquareSet, pen: &mut Pen<'_, S>) {
        let view = self.view;
        let stride = Stride::plain(kind);
        for item in &plan.items {
            if pen.listing.is_full() {
                return;
            }
            match item {
                Item::Group(group) => {
                    let mut left = pieces & group.starts[view.side.index()];
                    if let Some((steps, length)) = &group.marches {
                        let free = left & pen.free;
                        if free.is_several() {
                            self.march(group, kind, free, &steps[view.side.index()], *length, pen);
                            left -= free;
                        }
                    }
                    if group.is_lean && plan.notable.is_empty() {
                        self.lean(group, &stride, left, pen);
                        continue;
                    }
                    for from in left {
                        pen.known.forget();
                        self.group(group, &stride, from, kind, pen);
                    }
                }
                Item::Line(followed) => {
                    for from in view.may_begin(followed, pieces) {
                        pen.known.forget();
                        self.line(followed.index, &stride, from, kind, pen);
                    }
                }
            }
        }
    }

    /// Hands over the moves of some pieces by a group of leaps and slides after which nothing happens.
    #[inline(always)]
    fn lean<S: MoveSink>(&self, group: &Group, stride: &Stride, pieces: SquareSet, pen: &mut Pen<'_, S>) {
        let view = self.view;
        let (plan, side) = (view.plan, view.side);
        let choice = group.choice.unwrap_or_default();
        let enemies = if group.capture.is_some() { pen.enemies } else { SquareSet::EMPTY };
        let empty = if group.quiet.is_some() { pen.empty } else { SquareSet::EMPTY };
        let open = empty | enemies;
        let firsts = &group.shape.firsts[side.index()];
        for from in pieces {
            if !firsts[from.index() & (ROWS - 1)].intersects(open) {
                continue;
            }
            let mut ends = group.shape.sight(&plan.geometry, from, side, pen.occupied) & open;
            if !plan.sparing.is_empty() && ends.intersects(enemies) {
                ends = ends & empty | view.permitted(from, group.label, ends & enemies);
            }
            let sure = if pen.free.contains(from) {
                ends & pen.guard.shields()
            } else {
                pen.guard.sure(view, from, ends)
            };
            pen.listing.fan(Path::from(from).with_choice(choice), sure);
            if sure != ends && !pen.decides {
                self.try_ends(group, stride, from, ends - sure, choice, pen);
            }
        }
    }

    /// Hands over those of a piece's plain moves that turn out to be safe.
    #[inline(never)]
    fn try_ends<S: MoveSink>(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        ends: SquareSet,
        choice: u8,
        pen: &mut Pen<'_, S>,
    ) {
        for to in ends {
            if pen.listing.is_full() {
                return;
            }
            let way = self.view.way_of(group, stride, from, to, pen.enemies.contains(to), false);
            if self.is_safe(Deed::Walk { way: &way, becomes: None }) {
                pen.listing.push(Intent::from_to(from, to).with_choice(choice));
            }
        }
    }

    /// Hands over the moves of free pieces by a group that goes straight on, all pieces at once.
    #[inline(always)]
    fn march<S: MoveSink>(
        &self,
        group: &Group,
        kind: Kind,
        free: SquareSet,
        steps: &[Shift],
        length: usize,
        pen: &mut Pen<'_, S>,
    ) {
        let view = self.view;
        let plan = view.plan;
        let line = group.capture.map(|(index, _)| &view.model.kinds[kind.index()].lines[index]);
        for shift in steps {
            let by = shift.by * length as isize;
            let start = |to: Square| Square::new((to.index() as isize - by) as usize);
            let mut ends = shift.of(free);
            for _ in 1..length {
                ends = shift.of(ends & pen.empty);
            }
            let mut quiet = if group.quiet.is_some() { ends & pen.empty } else { SquareSet::EMPTY };
            if let Some(memory) = group.memory {
                quiet &= view.memory.squares[memory].map_or(SquareSet::EMPTY, SquareSet::of);
            }
            let mut capture = if line.is_some() { ends & pen.enemies } else { SquareSet::EMPTY };
            if !capture.is_empty()
                && let Some(noun) = line.and_then(prey)
            {
                let context = |to| Context::of_piece(start(to), view.side);
                capture = capture.into_iter().filter(|to| view.is_of(*to, noun, context(*to))).collect();
            }
            if !plan.sparing.is_empty() && !capture.is_empty() {
                let is_permitted =
                    |to: &Square| !view.permitted(start(*to), group.label, SquareSet::of(*to)).is_empty();
                capture = capture.into_iter().filter(is_permitted).collect();
            }
            let ends = quiet | capture;
            if ends.is_empty() {
                continue;
            }
            let (offering, wild) = self.notable(kind, group.label, ends, capture);
            let shielded = ends & pen.guard.shields();
            let sure = shielded - offering - wild;
            pen.listing.shift(sure, by);
            let rest = if pen.decides { shielded & offering } else { ends - sure };
            for to in rest {
                let from = start(to);
                let way = view.way_of(group, &Stride::plain(kind), from, to, capture.contains(to), false);
                pen.known.forget();
                self.offer(&way, (shielded - wild).contains(to), pen);
            }
        }
    }

    /// Returns the pieces that may move: all, or the one with which the turn goes on.
    fn movers(&self) -> SquareSet {
        let view = self.view;
        view.memory.chain.map_or(view.pieces.side(view.side), |chain| SquareSet::of(chain.at))
    }

    fn may_pass(&self, is_stranded: bool) -> bool {
        let view = self.view;
        view.memory.chain.is_none()
            && match &view.model.pass {
                Pass::Never => false,
                Pass::Unless(condition) => !view.holds(condition, Context::of_player(view.side)),
                Pass::WhenNoOtherMove => is_stranded,
            }
    }

    /// Tells whether a line may be followed now: any, or in a turn that goes on those of its label.
    fn goes_on_by(&self, label: Option<usize>) -> bool {
        self.view.memory.chain.is_none_or(|chain| label == Some(usize::from(chain.label)))
    }

    /// Hands over the moves of a piece by its walk.
    #[inline(never)]
    fn walks<S: MoveSink>(&self, from: Square, pen: &mut Pen<'_, S>) {
        let view = self.view;
        let Some(mover) = view.kind_at(from) else { return };
        let _ = view.strides(from, false, |stride| {
            for item in &view.plan.kinds[stride.kind.index()].items {
                if pen.listing.is_full() {
                    return ControlFlow::Break(());
                }
                match item {
                    Item::Group(group) if stride.is_as_written() => {
                        if self.goes_on_by(group.label) {
                            self.group(group, &stride, from, mover, pen);
                        }
                    }
                    Item::Group(group) => {
                        for index in group.quiet.into_iter().chain(group.capture.map(|(index, _)| index)) {
                            self.line(index, &stride, from, mover, pen);
                        }
                    }
                    Item::Line(followed) => {
                        if view.may_follow(followed, from) {
                            self.line(followed.index, &stride, from, mover, pen);
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Hands over the moves of a piece by a group.
    #[inline(never)]
    fn group<S: MoveSink>(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        mover: Kind,
        pen: &mut Pen<'_, S>,
    ) {
        let view = self.view;
        let plan = view.plan;
        let [quiet, mut capture] = view.ends_of(group, stride, from, view.side);
        if !plan.sparing.is_empty() && !capture.is_empty() {
            capture = view.permitted(from, group.label, capture);
        }
        let mut ends = quiet | capture;
        if let Some(chain) = view.memory.chain {
            ends -= chain.barred;
        }
        if ends.is_empty() || !plan.holding.is_empty() && view.is_held(from, group.label, false) {
            return;
        }
        let way_to = |to: Square| view.way_of(group, stride, from, to, capture.contains(to), false);
        if !plan.duties.is_empty() {
            ends = ends.into_iter().filter(|to| view.keeps_duties(&way_to(*to))).collect();
        }
        let (offering, wild) = self.notable(mover, group.label, ends, capture);
        let plain = match group.choice {
            Some(choice) => {
                let plain = pen.known.add_ends(choice, ends - offering);
                let sure = pen.guard.sure(view, from, plain - wild);
                pen.listing.fan(Path::from(from).with_choice(choice), sure);
                if !pen.decides {
                    self.try_ends(group, stride, from, plain - sure, choice, pen);
                }
                ends - offering
            }
            None => SquareSet::EMPTY,
        };
        let rest = ends - plain;
        if !rest.is_empty() {
            let sure = pen.guard.sure(view, from, rest - wild);
            for to in rest {
                self.offer(&way_to(to), sure.contains(to), pen);
            }
        }
    }

    /// Hands over the moves of a piece by a line that is followed leg by leg.
    #[inline(never)]
    fn line<S: MoveSink>(
        &self,
        index: usize,
        stride: &Stride,
        from: Square,
        mover: Kind,
        pen: &mut Pen<'_, S>,
    ) {
        let view = self.view;
        let line = &view.model.kinds[stride.kind.index()].lines[index];
        if !self.goes_on_by(line.label) {
            return;
        }
        let barred = view.memory.chain.map_or(SquareSet::EMPTY, |chain| chain.barred);
        let _ = view.follow(from, line, stride, false, &mut |way| {
            if !barred.contains(way.to) {
                view.allow(way, false, |way| {
                    let taken = way.taken.set();
                    let capture = if taken.is_empty() { taken } else { SquareSet::of(way.to) };
                    let (_, wild) = self.notable(mover, line.label, SquareSet::of(way.to), capture);
                    let is_sure = pen.guard.is_free() && !wild.contains(way.to) && taken.len() <= FEW_TAKEN;
                    self.offer(way, is_sure, pen);
                });
            }
            if pen.listing.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Hands over a way that powers allow, once for each kind that the mover may become by it.
    #[inline(never)]
    fn offer<S: MoveSink>(&self, way: &Way<'_>, is_sure: bool, pen: &mut Pen<'_, S>) {
        let _ = self.each_choice(way, &mut |intent, becomes| {
            if pen.known.add(intent) && (is_sure || self.is_safe(Deed::Walk { way, becomes })) {
                pen.listing.push(intent);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns where a way of a piece may end so that an event offers a choice, and so that one touches royal pieces' safety.
    #[inline]
    fn notable(
        &self,
        mover: Kind,
        label: Option<usize>,
        ends: SquareSet,
        capture: SquareSet,
    ) -> (SquareSet, SquareSet) {
        let view = self.view;
        let plan = &view.plan.kinds[mover.index()];
        let (mut offering, mut wild) = (SquareSet::EMPTY, SquareSet::EMPTY);
        if !ends.intersects(plan.notable_ends[view.side.index()]) {
            return (offering, wild);
        }
        for &index in &plan.notable {
            let event = &view.model.events[index];
            let context = Context::of_player(view.side);
            let zone = match &event.deed {
                Done::Captures(_) => capture,
                Done::Arrives(place) => view.place(place, context),
                Done::Makes { labels, onto } => {
                    if label.is_none_or(|label| labels >> label & 1 == 0) {
                        continue;
                    }
                    onto.as_ref().map_or(view.plan.geometry.all, |place| view.place(place, context))
                }
                Done::IsCaptured { .. } => continue,
            };
            if offers(event) {
                offering |= zone;
            }
            if is_wild(event, mover.index(), view.plan.royal) {
                wild |= zone;
            }
        }
        (offering, wild)
    }

    /// Hands over the intents of a way, once for each kind that the mover may become by it.
    fn each_choice(
        &self,
        way: &Way<'_>,
        visit: &mut dyn FnMut(Intent, Option<Kind>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let view = self.view;
        let Some(mover) = view.pieces.piece_at(way.from) else { return ControlFlow::Continue(()) };
        let mut notable =
            view.plan.kinds[mover.kind().index()].notable.iter().map(|index| &view.model.events[*index]);
        let choices = notable.find_map(|event| match &event.effect {
            Effect::Becomes(kinds) if kinds.len() > 1 && view.happened(event, way, mover) => Some(kinds),
            _ => None,
        });
        let Some(choices) = choices else {
            let form = way.line.label.map_or(0, |label| view.model.label_forms[label]);
            return visit(view.plan.forms[form].of_way(way), None);
        };
        choices.iter().try_for_each(|kind| {
            let form = view.model.becoming_forms.iter().find(|(other, _)| other == kind);
            visit(view.plan.forms[form.map_or(0, |(_, form)| *form)].of_way(way), Some(*kind))
        })
    }

    /// Hands over what a piece may do without walking: acts, what powers let it become, castlings.
    fn each_stay(&self, at: Square, visit: &mut dyn FnMut(Intent, Deed<'_>) -> ControlFlow<()>) {
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
                let deed = Deed::Act { at, act, target };
                visit(form.of_deed(&deed), deed)
            };
            let flow = match &words.effect {
                ActEffect::Removed(Some(noun)) => {
                    view.all_of(noun, context).into_iter().try_for_each(|target| hand(Some(target)))
                }
                _ => hand(None),
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
            let [from, to] = castling.royal_way;
            if from == at
                && self.may_castle(index)
                && visit(Intent::from_to(from, to), Deed::Castle(index)).is_break()
            {
                return;
            }
        }
    }

    /// Tells whether nothing stands in the way of a castling and the royal piece is safe on it.
    fn may_castle(&self, index: usize) -> bool {
        let view = self.view;
        let castling = &view.model.castlings[index];
        if castling.side != view.side.index()
            || view.memory.rights >> index & 1 == 0
            || view.plan.between[index].intersects(view.pieces.occupied())
        {
            return false;
        }
        let home = castling.royal_way[0];
        let Some(royal) = view.pieces.piece_at(home) else { return true };
        let is_safe_on = |square: &Square| {
            let mut pieces = *view.pieces;
            pieces.take(home);
            pieces.put(*square, royal);
            !view.of(&pieces, view.memory).is_threatened(*square, false)
        };
        !view.is_threatened(home, false)
            && castling.crossed.iter().filter(|square| **square != home).all(is_safe_on)
    }

    /// Tells whether a deed leaves the own royal pieces on the board, and not threatened but by exception.
    fn is_safe(&self, deed: Deed<'_>) -> bool {
        let mut pieces = *self.view.pieces;
        let done = self.view.perform(deed, &mut pieces);
        done.is_possible() && !self.is_endangered(&pieces, &done.memory)
    }

    /// Tells whether an own royal piece is lost or left threatened on the board after a move.
    fn is_endangered(&self, pieces: &Pieces, memory: &Memory) -> bool {
        let view = self.view;
        let Some(royal) = &view.model.royal else { return false };
        let after = view.of(pieces, memory);
        let royals = after.royals(view.side);
        if royals.len() < view.royals(view.side).len() {
            return true;
        }
        royals.into_iter().any(|square| {
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

    fn was_threatened(&self) -> bool {
        self.threatened.get().unwrap_or_else(|| {
            let threatened = self.view.is_warned();
            self.threatened.set(Some(threatened));
            threatened
        })
    }

    /// Hands over what a piece may do that has an intent, royal pieces' safety left aside, the first first; stops where asked to.
    fn each_action(
        &self,
        from: Square,
        wanted: Option<Intent>,
        visit: &mut dyn FnMut(Intent, Deed<'_>) -> ControlFlow<()>,
    ) {
        let view = self.view;
        if !self.movers().contains(from) {
            return;
        }
        // Where moves are told by the squares where they begin and end, a line that ends elsewhere is none.
        let end =
            wanted.filter(|_| view.plan.becomes_plainly).and_then(|intent| intent.with_choice(0).as_from_to());
        let barred = view.memory.chain.map_or(SquareSet::EMPTY, |chain| chain.barred);
        let flow = view.strides(from, false, |stride| {
            for item in &view.plan.kinds[stride.kind.index()].items {
                let mut offer = |way: &Way<'_>| {
                    if barred.contains(way.to) {
                        return ControlFlow::Continue(());
                    }
                    let flow = view.allow(way, false, |way| {
                        self.each_choice(way, &mut |intent, becomes| visit(intent, Deed::Walk { way, becomes }))
                    });
                    flow.unwrap_or(ControlFlow::Continue(()))
                };
                let mut follow = |index: usize| {
                    let line = &view.model.kinds[stride.kind.index()].lines[index];
                    if !self.goes_on_by(line.label) {
                        return ControlFlow::Continue(());
                    }
                    view.follow(from, line, &stride, false, &mut offer)
                };
                match item {
                    Item::Group(group) => {
                        let is_plain = group.choice.is_some() && stride.is_as_written();
                        match end.filter(|_| is_plain) {
                            Some([_, to]) => {
                                if self.goes_on_by(group.label)
                                    && let Some(takes) = view.leads(group, &stride, from, to, view.side)
                                {
                                    offer(&view.way_of(group, &stride, from, to, takes, true))?;
                                }
                            }
                            None => {
                                let capture = group.capture.map(|(index, _)| index);
                                group.quiet.into_iter().chain(capture).try_for_each(&mut follow)?;
                            }
                        }
                    }
                    Item::Line(followed) => {
                        if view.may_follow(followed, from) {
                            follow(followed.index)?;
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
        if flow.is_continue() && view.memory.chain.is_none() {
            self.each_stay(from, visit);
        }
    }

    /// Tells whether a piece may do anything, royal pieces' safety left aside.
    fn has_action_from(&self, from: Square) -> bool {
        let mut found = false;
        self.each_action(from, None, &mut |_, _| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }

    /// Does something with what an intent means, royal pieces' safety left aside; `None` if it means nothing here.
    fn find<T>(&self, intent: Intent, then: impl FnOnce(Deed<'_>) -> T) -> Option<T> {
        let (mut then, mut result) = (Some(then), None);
        if let Some(from) = intent.first() {
            self.each_action(from, Some(intent), &mut |found, deed| {
                if found != intent {
                    return ControlFlow::Continue(());
                }
                result = then.take().map(|then| then(deed));
                ControlFlow::Break(())
            });
            return result;
        }
        let form = Some(usize::from(intent.choice()));
        let deed = match () {
            () if form == self.view.model.pass_form => Deed::Pass,
            () if form == self.view.model.end_form => Deed::End,
            () => return None,
        };
        then.take().map(|then| then(deed))
    }

    /// Returns what a legal move does to the pieces, in order.
    pub(crate) fn effects(&self, intent: Intent) -> Effects {
        let perform = |deed: Deed<'_>| self.view.perform(deed, &mut self.view.pieces.clone()).effects;
        self.find(intent, perform).unwrap_or_default()
    }

    /// Plays a legal move in a position of this board.
    pub(crate) fn play(&self, intent: Intent, next: &mut Position) {
        if self.play_plainly(intent, next).is_none() {
            self.find(intent, |deed| {
                let done = self.view.perform(deed, next);
                self.finish(&done, next);
            });
        }
    }

    /// Plays a move that is plainly one of a group's, after which no event offers a choice; `None` where it takes a closer look.
    #[inline]
    fn play_plainly(&self, intent: Intent, next: &mut Position) -> Option<()> {
        let view = self.view;
        let plan = view.plan;
        let [from, to] = intent.ends()?;
        let mover = view.pieces.piece_at(from).filter(|mover| mover.side() == view.side)?;
        let kind = &plan.kinds[mover.kind().index()];
        let is_noted = !kind.notable.is_empty() && kind.notable_ends[view.side.index()].contains(to);
        if !plan.is_swift || view.memory.chain.is_some() || is_noted || intent.as_through().is_some() {
            return None;
        }
        let stride = Stride::plain(mover.kind());
        for item in &kind.items {
            match item {
                Item::Group(group) => {
                    let Some(takes) = view.leads(group, &stride, from, to, view.side) else { continue };
                    if takes && !plan.sparing.is_empty() && view.is_spared(from, to, group.label, false) {
                        continue;
                    }
                    if group.choice.map(|choice| Intent::from_to(from, to).with_choice(choice)) != Some(intent)
                    {
                        return None;
                    }
                    if !view.may_anything_happen(mover.kind(), group.label, to, takes) {
                        view.displace(mover, from, to, takes, next);
                        return Some(());
                    }
                    let way = view.way_of(group, &stride, from, to, takes, false);
                    let done = view.perform_way(&way, None, next);
                    self.finish(&done, next);
                    return Some(());
                }
                Item::Line(followed) if view.may_follow(followed, from) => return None,
                Item::Line(_) => {}
            }
        }
        None
    }

    /// Passes the turn on, or lets it go on, after a move.
    fn finish(&self, done: &Performance, next: &mut Position) {
        let view = self.view;
        let mut memory = done.memory;
        if let (false, Some(chain)) = (done.has_ended, done.goes_on) {
            memory.chain = Some(chain);
            if Turn::of(&view.of(next.placement(), &memory)).has_action_from(chain.at) {
                next.set_turn(view.side, memory);
                return;
            }
            memory.chain = None;
        }
        for (square, known) in memory.squares.iter_mut().zip(&view.model.squares) {
            if !known.next_turn {
                *square = None;
            }
        }
        if !done.if_may_then.is_empty() {
            let asked = memory;
            let after = View::new(view.plan, view.model, next.placement(), !view.side, &asked);
            for (index, label) in &done.if_may_then {
                if !after.may_make(*label) {
                    memory.squares[*index] = None;
                }
            }
        }
        next.set_turn(!view.side, memory);
    }
}

impl<'a> View<'a> {
    /// Makes the way by which a group leads a piece to a square, leg by leg where it is asked for or where events may ask.
    pub(super) fn way_of(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        to: Square,
        takes: bool,
        is_whole: bool,
    ) -> Way<'a> {
        let lines: &'a [Line] = &self.model.kinds[stride.kind.index()].lines;
        let capture = group.capture.map(|(index, _)| index);
        let index = if takes { capture.or(group.quiet) } else { group.quiet.or(capture) };
        let line = &lines[index.unwrap_or_default()];
        let mut way = Way::straight(line, from, to, takes);
        match group.heading {
            Heading::None => {}
            Heading::Told => {
                way.direction = self.plan.geometry.heading(from, to);
                let first = way.direction.and_then(|direction| self.plan.geometry.step(from, direction));
                way.crossed = first.filter(|first| *first != to);
            }
            Heading::Followed => {
                let asks = self.kind_at(from).is_some_and(|kind| self.plan.events.intersects(kind));
                if is_whole || asks {
                    let _ = self.follow(from, line, stride, false, &mut |found| {
                        if found.to != to {
                            return ControlFlow::Continue(());
                        }
                        way.copy(found);
                        ControlFlow::Break(())
                    });
                }
            }
        }
        way
    }
}
