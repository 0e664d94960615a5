//! What a move does: losses, events in the order of the file, and what is remembered.

use arrayvec::ArrayVec;
use entourage_kernel::{Effect as Change, Effects, Kind, Piece, Side, Square, SquareQueue, SquareSet};

use super::card;
use super::plan::MOST_DOUBTS;
use super::view::{Context, View};
use super::way::Way;
use crate::law::{Chain, Memory, Pieces, Position};
use crate::model::{ActEffect, Choice, Condition, Deed as Done, Effect, Event, Model, Noted, Spot};

/// Tells what is done.
#[derive(Clone, Copy)]
pub(super) enum Deed<'w> {
    /// A piece goes a way, and its player chooses what there is to choose.
    Walk {
        way: &'w Way<'w>,
        choice: Choice,
    },
    /// A castling, by its place, after which something may be put on a square.
    Castle {
        castling: usize,
        put: Option<Square>,
    },
    /// An act of the piece's kind, by its place, with whom it concerns.
    Act {
        at: Square,
        act: usize,
        target: Option<Square>,
    },
    /// A power lets a piece become something where it stands.
    Mutate {
        at: Square,
        kind: Kind,
    },
    Pass,
    /// The turn ends though it could go on.
    End,
}

/// Is set with pieces: those of a position, or pieces alone.
pub(super) trait Table {
    /// Returns the pieces.
    fn pieces(&self) -> &Pieces;
    /// Empties a square and returns what stood there.
    fn lift(&mut self, square: Square) -> Option<Piece>;
    /// Puts a piece on an empty square.
    fn set(&mut self, square: Square, piece: Piece);
}

impl Table for Pieces {
    #[inline]
    fn pieces(&self) -> &Pieces {
        self
    }
    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        self.take(square)
    }
    #[inline]
    fn set(&mut self, square: Square, piece: Piece) {
        self.put(square, piece);
    }
}

impl Table for Position {
    #[inline]
    fn pieces(&self) -> &Pieces {
        self.placement()
    }
    #[inline]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        self.take(square)
    }
    #[inline]
    fn set(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.put(square, piece);
    }
}

/// Holds what a move has done, before the turn passes.
pub(super) struct Performance {
    pub(super) memory: Memory,
    pub(super) effects: Effects,
    /// Where the piece that moved may go on, and where it may not come to stand.
    pub(super) goes_on: Option<Chain>,
    /// The pieces whose extra moves are to come.
    pub(super) waiting: SquareQueue,
    /// Whether an end was reached during the move.
    pub(super) has_ended: bool,
    /// The memories that are kept only if the enemy may then make what a label names.
    pub(super) if_may_then: ArrayVec<(usize, usize), MOST_DOUBTS>,
    /// The squares on any of which the mover may choose to put something.
    pub(super) asked: SquareSet,
    /// What counts ask for.
    noted: Noted,
    touched: SquareSet,
    changes: usize,
}

impl Performance {
    /// Tells whether a move may do so much.
    pub(super) fn is_possible(&self) -> bool {
        self.changes <= Effects::MOST
    }

    fn new(view: &View<'_>) -> Self {
        let mut memory = *view.memory;
        for (square, known) in memory.squares.iter_mut().zip(&view.model.squares) {
            if known.next_turn {
                *square = None;
            }
        }
        memory.chain = None;
        Self {
            memory,
            effects: Effects::new(),
            goes_on: None,
            waiting: view.memory.chain.map_or_else(SquareQueue::default, |chain| chain.waiting),
            has_ended: false,
            if_may_then: ArrayVec::new(),
            asked: SquareSet::EMPTY,
            noted: Noted::default(),
            touched: SquareSet::EMPTY,
            changes: 0,
        }
    }

    fn change(&mut self, change: Change, table: &mut impl Table) {
        match change {
            Change::Move { from, to } => {
                if let Some(piece) = table.lift(from) {
                    table.set(to, piece);
                }
                self.touched |= SquareSet::of(from).with(to);
            }
            Change::Remove { square, .. } => {
                table.lift(square);
                self.touched.insert(square);
            }
            Change::Place { square, piece } | Change::Transform { square, to: piece, .. } => {
                table.set(square, piece);
                self.touched.insert(square);
            }
            Change::Swap { a, b } => {
                let (one, other) = (table.lift(a), table.lift(b));
                one.into_iter().for_each(|piece| table.set(b, piece));
                other.into_iter().for_each(|piece| table.set(a, piece));
                self.touched |= SquareSet::of(a).with(b);
            }
            Change::Pass => {}
        }
        self.effects.push(change);
        self.changes += 1;
    }

    fn remove(&mut self, square: Square, table: &mut impl Table) {
        if let Some(piece) = table.pieces().piece_at(square) {
            self.change(Change::Remove { square, piece }, table);
        }
    }

    /// Gives a piece to its enemy; one of nobody stays nobody's.
    fn turn(&mut self, square: Square, model: &Model, table: &mut impl Table) {
        let Some(from) = table.pieces().piece_at(square) else { return };
        let to = model.piece(from.kind(), !from.side());
        if to != from {
            self.change(Change::Transform { square, from, to }, table);
        }
    }

    fn transform(&mut self, square: Square, kind: Kind, table: &mut impl Table) {
        if let Some(from) = table.pieces().piece_at(square).filter(|piece| piece.kind() != kind) {
            self.noted.changed = true;
            self.change(Change::Transform { square, from, to: Piece::new(kind, from.side()) }, table);
        }
    }
}

impl View<'_> {
    /// Performs a deed of the side to move on a table that is set as this board is.
    pub(super) fn perform(&self, deed: Deed<'_>, table: &mut impl Table) -> Performance {
        let mut done = match deed {
            Deed::Walk { way, choice } => return self.perform_way(way, choice, table),
            Deed::Castle { castling, put } => return self.castle(castling, put, table),
            _ => Performance::new(self),
        };
        match deed {
            Deed::Act { at, act, target } => {
                done.noted.moved = self.kind_at(at);
                let kind = done.noted.moved.unwrap_or(Kind(0));
                match &self.model.kinds[kind.index()].acts[act].effect {
                    ActEffect::Removed(_) => {
                        done.remove(at, table);
                        target.into_iter().for_each(|square| done.remove(square, table));
                    }
                    ActEffect::Turned(_) => {
                        target.into_iter().for_each(|square| done.turn(square, self.model, table));
                    }
                    ActEffect::Driven { far, .. } => {
                        let to = target.and_then(|target| self.driven(at, target, *far));
                        if let (Some(from), Some(to)) = (target, to) {
                            done.change(Change::Move { from, to }, table);
                        }
                    }
                    ActEffect::Becomes(kind) => done.transform(at, *kind, table),
                }
            }
            Deed::Mutate { at, kind } => {
                done.noted.moved = self.kind_at(at);
                done.transform(at, kind, table);
            }
            Deed::Pass => {
                done.memory.passes = (self.memory.passes + 1).min(2);
                done.change(Change::Pass, table);
            }
            Deed::End | Deed::Walk { .. } | Deed::Castle { .. } => done.change(Change::Pass, table),
        }
        self.finish(&mut done, matches!(deed, Deed::Pass), table);
        done
    }

    /// Performs a castling, which is a move of the royal piece.
    fn castle(&self, index: usize, put: Option<Square>, table: &mut impl Table) -> Performance {
        let castling = &self.model.castlings[index];
        let ([from, to], [partner, beside]) = (castling.royal_way, castling.partner_way);
        let mut done = Performance::new(self);
        if to == partner && beside == from {
            done.change(Change::Swap { a: from, b: to }, table);
        } else {
            let (royal, other) = (Change::Move { from, to }, Change::Move { from: partner, to: beside });
            let (first, second) = if to == partner { (other, royal) } else { (royal, other) };
            // Where the start is drawn by lot, one of them may stand already where it goes.
            for change in [first, second] {
                if !matches!(change, Change::Move { from, to } if from == to) {
                    done.change(change, table);
                }
            }
            done.touched.insert(from);
        }
        let mover = Piece::new(castling.royal, self.side);
        let way = Way::straight(&self.plan.castling_line, from, to, false);
        self.follow_up(&way, mover, Choice { becomes: None, put }, &mut done, table);
        done
    }

    /// Brings a piece to the end of its way on a table that is set as this board is, and takes off what it takes.
    #[inline]
    pub(super) fn arrive(&self, way: &Way<'_>, table: &mut impl Table) -> Performance {
        let mut done = Performance::new(self);
        let (taken, mut at) = (way.taken.set(), way.from);
        let mut stops = SquareSet::EMPTY;
        if way.displaced == Some([way.to, way.from]) {
            done.change(Change::Swap { a: way.from, b: way.to }, table);
            stops.insert(way.to);
        } else {
            for &stop in &way.stops {
                stops.insert(stop);
                if let Some([from, to]) = way.displaced.filter(|[from, _]| *from == stop) {
                    done.change(Change::Move { from, to }, table);
                }
                if taken.contains(stop) {
                    done.remove(stop, table);
                }
                if stop != at {
                    done.change(Change::Move { from: at, to: stop }, table);
                }
                at = stop;
            }
            if let Some([from, to]) = way.displaced.filter(|[_, to]| *to == way.from) {
                done.change(Change::Move { from, to }, table);
            }
        }
        for &square in way.taken.as_slice().iter().filter(|square| !stops.contains(**square)) {
            done.remove(square, table);
        }
        done.noted.captured = !taken.is_empty();
        self.score(taken, &mut done);
        done
    }

    /// Lets counts grow by the capture of some pieces.
    fn score(&self, taken: SquareSet, done: &mut Performance) {
        if self.plan.scores_captures {
            for kind in taken.into_iter().filter_map(|square| self.kind_at(square)) {
                done.memory.gain(self.model, self.side, Some(kind));
            }
        }
    }

    /// Performs a way with what its player chooses.
    pub(super) fn perform_way(&self, way: &Way<'_>, choice: Choice, table: &mut impl Table) -> Performance {
        let Some(mover) = self.pieces.piece_at(way.from) else { return Performance::new(self) };
        let mut done = self.arrive(way, table);
        self.follow_up(way, mover, choice, &mut done, table);
        done
    }

    /// Lets all happen that follows after a piece has gone its way.
    fn follow_up(
        &self,
        way: &Way<'_>,
        mover: Piece,
        choice: Choice,
        done: &mut Performance,
        table: &mut impl Table,
    ) {
        let side = mover.side();
        (done.noted.moved, done.noted.label) = (Some(mover.kind()), way.line.label);
        let has_events = self.plan.events.intersects(mover.kind());
        self.spend(way.line.label, way.stays, &mut done.memory);
        if self.plan.events.losses {
            self.remember_losses(way, done);
        }
        if self.plan.ends_at_once {
            self.look_for_end(side, done, table);
        }
        if has_events {
            for event in &self.model.events {
                if done.has_ended {
                    break;
                }
                if self.happened(event, way, mover) {
                    self.happen(event, way, choice, side, done, table);
                }
            }
        }
        self.finish(done, false, table);
    }

    /// Tells whether any event might happen after a move of a piece, or an end be reached in it.
    #[inline]
    pub(super) fn may_anything_happen(
        &self,
        mover: Piece,
        label: Option<usize>,
        to: Square,
        takes: bool,
    ) -> bool {
        let is_scored = self.plan.counts_checks || self.plan.scores_captures && takes;
        if is_scored || self.plan.ends_at_once || self.plan.events.losses && takes {
            return true;
        }
        self.plan.events.intersects(mover.kind())
            && self.model.events.iter().any(|event| {
                event.noun.kinds >> mover.kind().index() & 1 != 0
                    && match &event.deed {
                        Done::Captures(_) => takes,
                        Done::Arrives(place) => {
                            self.place(place, Context::of_player(mover.side())).contains(to)
                        }
                        Done::Makes { labels, .. } => label.is_some_and(|label| labels >> label & 1 != 0),
                        Done::Leaves(_) | Done::Moves => true,
                        Done::IsCaptured { .. } => false,
                    }
            })
    }

    /// Plays a plain move after which nothing happens, and passes the turn.
    #[inline]
    pub(super) fn displace(
        &self,
        mover: Piece,
        [from, to]: [Square; 2],
        label: Option<usize>,
        takes: bool,
        next: &mut Position,
    ) {
        if takes {
            next.take(to);
        }
        next.shift(mover, from, to);
        let mut memory = *self.memory;
        (memory.passes, memory.chain, memory.squares) = (0, None, Default::default());
        self.lose_rights(&mut memory, SquareSet::of(from).with(to));
        let noted = Noted { moved: Some(mover.kind()), label, captured: takes, changed: false };
        memory.run(self.model, self.side, noted);
        next.set_turn(!self.side, memory);
    }

    /// Tells whether what an event waits for has happened, losses to be remembered excepted.
    pub(super) fn happened(&self, event: &Event, way: &Way<'_>, mover: Piece) -> bool {
        if event.noun.kinds >> mover.kind().index() & 1 == 0 {
            return false;
        }
        let context = Context { way: Some(way), ..Context::of_piece(way.from, mover.side()) };
        let is_mover = || {
            event.card.is_none_or(|card| self.bears(way.from, card))
                && self.is_of(way.from, &event.noun, context)
        };
        match &event.deed {
            Done::Captures(None) => !way.taken.set().is_empty() && is_mover(),
            Done::Captures(Some(noun)) => {
                !self.squares_of(noun, context, way.taken.set()).is_empty() && is_mover()
            }
            Done::Arrives(place) => self.place(place, context).contains(way.to) && is_mover(),
            Done::Leaves(place) => self.place(place, context).contains(way.from) && is_mover(),
            Done::Moves => self.plan.geometry.on_board.contains(way.from) && is_mover(),
            Done::Makes { labels, onto, over, main_action } => {
                way.line.label.is_some_and(|label| labels >> label & 1 != 0)
                    && (!main_action || self.in_main_action(mover.side()))
                    && over
                        .as_ref()
                        .is_none_or(|noun| !self.squares_of(noun, context, way.over.set()).is_empty())
                    && onto.as_ref().is_none_or(|place| self.place(place, context).contains(way.to))
                    && is_mover()
            }
            Done::IsCaptured { .. } => false,
        }
    }

    /// Remembers where pieces stood that a way has taken.
    fn remember_losses(&self, way: &Way<'_>, done: &mut Performance) {
        for event in &self.model.events {
            let (Done::IsCaptured { by }, Effect::Remember { memory, .. }) = (&event.deed, &event.effect)
            else {
                continue;
            };
            if way.line.label.is_none_or(|label| by >> label & 1 == 0) {
                continue;
            }
            for &square in way.taken.as_slice() {
                let Some(side) = self.side_at(square) else { continue };
                if self.is_of(square, &event.noun, Context::of_piece(square, side)) {
                    done.memory.squares[*memory] = Some(square);
                }
            }
        }
    }

    /// Lets an event happen on the board that the one before it left.
    fn happen(
        &self,
        event: &Event,
        way: &Way<'_>,
        choice: Choice,
        side: Side,
        done: &mut Performance,
        table: &mut impl Table,
    ) {
        let memory = done.memory;
        let board = self.of(table.pieces(), &memory);
        let context = Context { way: Some(way), ..Context::of_piece(way.to, side) };
        let mut may_then = None;
        match &event.condition {
            Some(Condition::MayThen { label }) => may_then = Some(*label),
            Some(condition) if !board.holds(condition, context) => return,
            _ => {}
        }
        let is_there = board.side_at(way.to) == Some(side);
        match &event.effect {
            Effect::Becomes { kinds, .. } => {
                let first = kinds.first().copied();
                let kind = if kinds.len() == 1 { first } else { choice.becomes.or(first) };
                if let Some(kind) = kind.filter(|_| is_there) {
                    done.transform(way.to, kind, table);
                }
            }
            Effect::Put { kind, spot } => {
                let squares = match spot {
                    Spot::Left => SquareSet::of(way.from),
                    Spot::Place(place) => board.place(place, context),
                    Spot::Chosen { limits, .. } => board.meant_by(limits, way.to, side),
                } - board.pieces.occupied();
                let asks = event.effect.asks_square();
                let chosen = if asks { choice.put } else { squares.first() };
                let piece = self.model.piece(*kind, side);
                let there = board.pieces.of(piece.side(), *kind).first();
                if asks && choice.put.is_none() {
                    done.asked |= squares;
                }
                if let Some(square) = chosen.filter(|square| squares.contains(*square)) {
                    let change = match there.filter(|_| matches!(spot, Spot::Chosen { goes: true, .. })) {
                        Some(from) => Change::Move { from, to: square },
                        None => Change::Place { square, piece },
                    };
                    done.change(change, table);
                }
            }
            Effect::Removed { it, noun } => {
                let mut squares = noun.as_ref().map_or(SquareSet::EMPTY, |noun| board.all_of(noun, context));
                if *it && is_there {
                    squares.insert(way.to);
                }
                squares.into_iter().for_each(|square| done.remove(square, table));
            }
            Effect::Turned(noun) => {
                for square in board.all_of(noun, context) {
                    done.turn(square, self.model, table);
                }
            }
            Effect::Captured(noun) => {
                let all = board.all_of(noun, context).into_iter();
                let taken: SquareSet = all.filter(|square| board.may_be_captured(way.to, *square)).collect();
                done.noted.captured |= !taken.is_empty();
                board.score(taken, done);
                taken.into_iter().for_each(|square| done.remove(square, table));
            }
            Effect::Remember { memory, what } => {
                done.memory.squares[*memory] = way.remembered(*what);
                done.if_may_then.extend(may_then.map(|label| (*memory, label)));
            }
            Effect::Mark { marks, what } => {
                what.change(&mut done.memory.marks[*marks], |what| way.remembered(what));
            }
            Effect::Extra => {
                if let Done::Makes { over: Some(noun), .. } = &event.deed {
                    // Those that were jumped stand where they stood.
                    let context = Context { way: Some(way), ..Context::of_piece(way.from, side) };
                    let meant = self.squares_of(noun, context, way.over.set());
                    let jumped = way.over.as_slice().iter().filter(|square| meant.contains(**square));
                    jumped.for_each(|square| done.waiting.push(*square));
                }
            }
            Effect::Again { label, captured_by } => {
                let by_capture = way.line.label == Some(*captured_by) && !way.taken.set().is_empty();
                let stood = self.memory.chain.map_or(SquareSet::EMPTY, |chain| chain.barred).with(way.from);
                let barred = if by_capture { SquareSet::EMPTY } else { stood }.with(way.to);
                let is_extra = self.memory.chain.is_some_and(|chain| chain.is_extra);
                let (labels, waiting) = (1 << *label, SquareQueue::default());
                done.goes_on = Some(Chain { at: way.to, barred, labels, is_extra, waiting });
            }
        }
        if self.plan.ends_at_once {
            self.look_for_end(side, done, table);
        }
    }

    /// Looks whether an end at once is reached.
    fn look_for_end(&self, side: Side, done: &mut Performance, table: &impl Table) {
        let memory = done.memory;
        done.has_ended = done.has_ended || self.of(table.pieces(), &memory).ends_at_once(side);
    }

    /// Counts, and takes away the rights that are lost.
    fn finish(&self, done: &mut Performance, is_pass: bool, table: &mut impl Table) {
        for hand in &self.model.hands {
            sort(hand, done, table);
        }
        let memory = &mut done.memory;
        if self.model.cards.is_some() {
            card::lose(memory, table.pieces());
        }
        if !is_pass {
            memory.passes = 0;
        }
        self.lose_rights(memory, done.touched);
        memory.run(self.model, self.side, done.noted);
    }

    /// Takes away the rights of castlings whose homes were touched.
    #[inline]
    fn lose_rights(&self, memory: &mut Memory, touched: SquareSet) {
        if memory.rights != 0 && touched.intersects(self.plan.all_homes) {
            for (homes, right) in self.plan.homes.iter().zip(0..) {
                if homes.intersects(touched) {
                    memory.rights &= !(1 << right);
                }
            }
        }
    }
}

/// Puts what is in a hand in order, each kind beside its equals and no gap between.
fn sort(hand: &[Square], done: &mut Performance, table: &mut impl Table) {
    for (place, &here) in hand.iter().enumerate() {
        let kind =
            |square: Square| table.pieces().piece_at(square).map_or(usize::MAX, |piece| piece.kind().index());
        let Some(least) = hand[place..].iter().copied().min_by_key(|square| kind(*square)) else { continue };
        if kind(least) < kind(here) {
            let change = match kind(here) {
                usize::MAX => Change::Move { from: least, to: here },
                _ => Change::Swap { a: here, b: least },
            };
            done.change(change, table);
        }
    }
}
