//! Lists moves in bulk: for all pieces of a kind at once if possible, otherwise piece by piece.

use std::ops::ControlFlow;

use entourage_kernel::{Intent, Kind, Path, Square, SquareSet};

use super::geometry::{ROWS, Shift};
use super::group::{Group, Item, capture_noun};
use super::guard::Guard;
use super::known::Known;
use super::outlet::Outlet;
use super::plan::{KindPlan, MAX_PLAIN_CAPTURES, is_wild, offers};
use super::turn::Turn;
use super::walk::Stride;
use super::way::{Deed, Way};
use crate::execution::Context;
use crate::model::{Choice, Deed as Done};

struct Listing<'s, S: ?Sized> {
    sink: &'s mut S,
    any: bool,
}

impl<S: Outlet + ?Sized> Listing<'_, S> {
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

struct MoveWriter<'s, S: ?Sized> {
    guard: &'s Guard,
    known: &'s mut Known,
    /// Pieces whose plain moves are safe if they end on the guard's shields.
    free: SquareSet,
    /// Whether the guard's masks are complete: a plain move that they do not show to be safe is unsafe.
    decides: bool,
    occupied: SquareSet,
    enemies: SquareSet,
    empty: SquareSet,
    only_captures: bool,
    listing: Listing<'s, S>,
}

impl Turn<'_, '_> {
    /// Lists the legal moves except passes and turn ends, or only the captures; returns whether any exists.
    #[inline]
    pub(super) fn generate_actions<S: Outlet + ?Sized>(&self, only_captures: bool, sink: &mut S) -> bool {
        let view = self.view;
        let (mut guard, mut known) = (Guard::new(view), Known::new());
        guard.look(view);
        let occupied = view.pieces.occupied();
        let mut writer = MoveWriter {
            free: guard.free(view.of_side(view.side)),
            decides: guard.decides(view),
            guard: &guard,
            known: &mut known,
            occupied,
            enemies: view.of_side(!view.side),
            empty: view.plan.geometry.all - occupied,
            only_captures,
            listing: Listing { sink, any: false },
        };
        if !view.plan.is_swift || view.memory.chain.is_some() || !self.is_at_home() {
            self.movers().into_iter().for_each(|from| self.piece(from, &mut writer));
            return writer.listing.any;
        }
        for (index, kind) in view.plan.kinds.iter().enumerate() {
            let pieces = view.pieces.of(view.side, Kind(index as u8));
            if pieces.is_empty() {
                continue;
            }
            if kind.is_swift {
                self.kind(Kind(index as u8), kind, pieces, &mut writer);
            } else {
                pieces.into_iter().for_each(|from| self.piece(from, &mut writer));
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
            let [from, to] = castling.written();
            if view.plan.kinds[castling.royal.index()].is_swift
                && self.may_castle(index)
                && self.is_safe(Deed::Castle { castling: index, put: None })
            {
                writer.listing.push(Intent::from_to(from, to));
            }
        }
        writer.listing.any
    }

    fn is_at_home(&self) -> bool {
        let view = self.view;
        let rights = view.memory.rights & view.plan.rights[view.side.index()];
        rights == 0
            || view.model.castlings.iter().zip(0..).all(|(castling, right)| {
                rights >> right & 1 == 0
                    || view.pieces.of(view.side, castling.royal).contains(castling.royal_way[0])
            })
    }

    #[inline(never)]
    fn piece<S: Outlet + ?Sized>(&self, from: Square, writer: &mut MoveWriter<'_, S>) {
        if writer.listing.is_full() {
            return;
        }
        writer.known.forget();
        self.walks(from, writer);
        if self.view.memory.chain.is_none() && !writer.only_captures {
            self.each_stay(from, &mut |intent, deed| {
                if writer.known.add(intent) && self.is_safe(deed) {
                    writer.listing.push(intent);
                }
                ControlFlow::Continue(())
            });
        }
    }

    #[inline(always)]
    fn kind<S: Outlet + ?Sized>(
        &self,
        kind: Kind,
        plan: &KindPlan,
        pieces: SquareSet,
        writer: &mut MoveWriter<'_, S>,
    ) {
        let view = self.view;
        let stride = Stride::plain(kind);
        for item in &plan.items {
            if writer.listing.is_full() {
                return;
            }
            match item {
                Item::Group(group) => {
                    let mut left = pieces & group.starts[view.side.index()];
                    if let Some((steps, length)) = &group.marches {
                        let free = left & writer.free;
                        if free.is_several() {
                            self.march(group, kind, free, &steps[view.side.index()], *length, writer);
                            left -= free;
                        }
                    }
                    if group.is_lean && plan.notable.is_empty() {
                        self.lean(group, &stride, left, writer);
                        continue;
                    }
                    for from in left {
                        writer.known.forget();
                        self.group(group, &stride, from, kind, writer);
                    }
                }
                Item::Line(followed) => {
                    for from in view.may_begin(followed, pieces) {
                        writer.known.forget();
                        self.line(followed.index, &stride, from, kind, writer);
                    }
                }
            }
        }
    }

    /// Lists moves of a group of leaps and slides that trigger no events.
    #[inline(always)]
    fn lean<S: Outlet + ?Sized>(
        &self,
        group: &Group,
        stride: &Stride,
        pieces: SquareSet,
        writer: &mut MoveWriter<'_, S>,
    ) {
        let view = self.view;
        let (plan, side) = (view.plan, view.side);
        let choice = group.choice.unwrap_or_default();
        let enemies = if group.capture.is_some() { writer.enemies } else { SquareSet::EMPTY };
        let empty = if group.quiet.is_some() { writer.empty } else { SquareSet::EMPTY };
        let open = empty | enemies;
        let firsts = &group.shape.firsts[side.index()];
        for from in pieces {
            if !firsts[from.index() & (ROWS - 1)].intersects(writer.empty | enemies) {
                continue;
            }
            let mut ends = group.shape.sight(&plan.geometry, from, side, writer.occupied) & open;
            if !plan.sparing.is_empty() && ends.intersects(enemies) {
                ends = ends & empty | view.permitted(from, group.label, ends & enemies);
            }
            let sure = if writer.free.contains(from) {
                ends & writer.guard.shields()
            } else {
                writer.guard.sure(view, from, ends)
            };
            writer.listing.fan(Path::from(from).with_choice(choice), sure);
            if sure != ends && !writer.decides {
                self.try_ends(group, stride, from, ends - sure, choice, writer);
            }
        }
    }

    #[inline(never)]
    fn try_ends<S: Outlet + ?Sized>(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        ends: SquareSet,
        choice: u8,
        writer: &mut MoveWriter<'_, S>,
    ) {
        for to in ends {
            if writer.listing.is_full() {
                return;
            }
            let way = self.view.way_of(group, stride, from, to, writer.enemies.contains(to), false);
            if self.is_safe(Deed::Walk { way: &way, choice: Choice::default() }) {
                writer.listing.push(Intent::from_to(from, to).with_choice(choice));
            }
        }
    }

    /// Lists the straight moves of a group for all free pieces at once.
    #[inline(always)]
    fn march<S: Outlet + ?Sized>(
        &self,
        group: &Group,
        kind: Kind,
        free: SquareSet,
        steps: &[Shift],
        length: usize,
        writer: &mut MoveWriter<'_, S>,
    ) {
        let view = self.view;
        let plan = view.plan;
        let line = group.capture.map(|(index, _)| &view.model.kinds[kind.index()].lines[index]);
        for shift in steps {
            let by = shift.by * length as isize;
            let start = |to: Square| Square::new((to.index() as isize - by) as usize);
            let mut ends = shift.of(free);
            for _ in 1..length {
                ends = shift.of(ends & writer.empty);
            }
            let mut quiet = if group.quiet.is_some() { ends & writer.empty } else { SquareSet::EMPTY };
            if let Some(memory) = group.memory {
                quiet &= view.memory.squares[memory].map_or(SquareSet::EMPTY, SquareSet::of);
            }
            let mut capture = if line.is_some() { ends & writer.enemies } else { SquareSet::EMPTY };
            if !capture.is_empty()
                && let Some(noun) = line.and_then(capture_noun)
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
            let shielded = ends & writer.guard.shields();
            let sure = shielded - offering - wild;
            writer.listing.shift(sure, by);
            let rest = if writer.decides { shielded & offering } else { ends - sure };
            for to in rest {
                let from = start(to);
                let way = view.way_of(group, &Stride::plain(kind), from, to, capture.contains(to), false);
                writer.known.forget();
                self.offer(&way, (shielded - wild).contains(to), writer);
            }
        }
    }

    #[inline(never)]
    fn walks<S: Outlet + ?Sized>(&self, from: Square, writer: &mut MoveWriter<'_, S>) {
        let view = self.view;
        let Some(mover) = view.kind_at(from) else { return };
        let _ = view.strides(from, false, |stride| {
            for item in view.items(&stride) {
                if writer.listing.is_full() {
                    return ControlFlow::Break(());
                }
                match item {
                    Item::Group(group) if stride.is_as_written() => {
                        if self.goes_on_by(group.label) {
                            self.group(group, &stride, from, mover, writer);
                        }
                    }
                    Item::Group(group) => {
                        for index in group.quiet.into_iter().chain(group.capture.map(|(index, _)| index)) {
                            self.line(index, &stride, from, mover, writer);
                        }
                    }
                    Item::Line(followed) => {
                        if view.may_follow(followed, from) {
                            self.line(followed.index, &stride, from, mover, writer);
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    #[inline(never)]
    fn group<S: Outlet + ?Sized>(
        &self,
        group: &Group,
        stride: &Stride,
        from: Square,
        mover: Kind,
        writer: &mut MoveWriter<'_, S>,
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
                let mut plain = writer.known.add_ends(choice, ends - offering);
                if writer.only_captures {
                    plain &= capture;
                }
                let sure = writer.guard.sure(view, from, plain - wild);
                writer.listing.fan(Path::from(from).with_choice(choice), sure);
                if !writer.decides {
                    self.try_ends(group, stride, from, plain - sure, choice, writer);
                }
                ends - offering
            }
            None => SquareSet::EMPTY,
        };
        let rest = ends - plain;
        if !rest.is_empty() {
            let sure = writer.guard.sure(view, from, rest - wild);
            for to in rest {
                self.offer(&way_to(to), sure.contains(to), writer);
            }
        }
    }

    #[inline(never)]
    fn line<S: Outlet + ?Sized>(
        &self,
        index: usize,
        stride: &Stride,
        from: Square,
        mover: Kind,
        writer: &mut MoveWriter<'_, S>,
    ) {
        let view = self.view;
        let line = &view.lines(stride)[index];
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
                    let is_sure =
                        writer.guard.is_free() && !wild.contains(way.to) && taken.len() <= MAX_PLAIN_CAPTURES;
                    self.offer(way, is_sure, writer);
                });
            }
            if writer.listing.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    #[inline(never)]
    fn offer<S: Outlet + ?Sized>(&self, way: &Way<'_>, is_sure: bool, writer: &mut MoveWriter<'_, S>) {
        let view = self.view;
        let _ = self.each_choice(way, &mut |intent, choice| {
            // A promoted piece can have its own duties, and a piece put on the board can affect any duty.
            let is_plain = choice.becomes.is_none() && choice.put.is_none();
            let is_sure = is_sure && (is_plain || view.plan.duties.is_empty());
            // Record quiet moves even when only captures are listed, since a move hides later ones with the same notation.
            let is_left_out = writer.only_captures && way.taken.set().is_empty();
            if writer.known.add(intent) && !is_left_out && (is_sure || self.is_safe(Deed::Walk { way, choice }))
            {
                writer.listing.push(intent);
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns the destinations at which an event offers a choice, and those at which an event affects the safety of royal pieces.
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
                Done::Arrives(place) => context.place(place),
                Done::Leaves(_) | Done::Moves => view.plan.geometry.all,
                Done::Makes { labels, onto, .. } => {
                    if label.is_none_or(|label| labels >> label & 1 == 0) {
                        continue;
                    }
                    onto.as_ref().map_or(view.plan.geometry.all, |place| context.place(place))
                }
                Done::IsCaptured { .. } | Done::Castles => continue,
            };
            if offers(event) {
                offering |= zone;
            }
            if is_wild(event, mover.index(), view.plan.royals) {
                wild |= zone;
            }
        }
        (offering, wild)
    }
}
