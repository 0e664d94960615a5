//! What a move does: losses, events in the order of the file, and what is remembered.

use entourage_kernel::{Effect as Change, Effects, Kind, Piece, Side, Square, SquareQueue, SquareSet};

use super::{Chain, Context, Deed, Memory, Pieces, Scene, Way};
use crate::model::{ActEffect, Choice, Condition, Deed as Done, Effect, Event, Model, Noted, Spot};

/// Holds the board that a move leaves, before the turn passes.
#[derive(Clone)]
pub(crate) struct Performance {
    pub(crate) pieces: Pieces,
    pub(crate) memory: Memory,
    pub(crate) effects: Effects,
    /// The label by which the piece that moved may go on, and where it may not come to stand.
    pub(crate) goes_on: Option<Chain>,
    /// The pieces whose extra moves are to come.
    pub(crate) waiting: SquareQueue,
    /// The end that was reached during the move, by its place.
    pub(crate) ended: Option<usize>,
    /// The memory that is kept only if the enemy may then make what a label names.
    pub(crate) if_may_then: Vec<(usize, usize)>,
    /// The squares on any of which the mover may choose to put something.
    pub(crate) asked: SquareSet,
    /// What counts ask for.
    noted: Noted,
    touched: SquareSet,
    changes: usize,
}

/// Lists the squares of which the player of a move chooses one to put something on; nothing where none is asked for.
pub(super) fn asked(done: &Performance) -> Vec<Option<Square>> {
    if done.asked.is_empty() { vec![None] } else { done.asked.into_iter().map(Some).collect() }
}

impl Performance {
    /// Tells whether a move may do so much.
    pub(crate) fn is_possible(&self) -> bool {
        self.changes <= Effects::MOST
    }

    fn new(scene: &Scene<'_>) -> Self {
        let mut memory = scene.memory;
        for (square, known) in memory.squares.iter_mut().zip(&scene.model.squares) {
            if known.next_turn {
                *square = None;
            }
        }
        memory.chain = None;
        Self {
            pieces: scene.pieces,
            memory,
            effects: Effects::new(),
            goes_on: None,
            waiting: scene.memory.chain.map_or_else(SquareQueue::default, |chain| chain.waiting),
            ended: None,
            if_may_then: Vec::new(),
            asked: SquareSet::EMPTY,
            noted: Noted::default(),
            touched: SquareSet::EMPTY,
            changes: 0,
        }
    }

    fn change(&mut self, change: Change) {
        match change {
            Change::Move { from, to } => {
                if let Some(piece) = self.pieces.take(from) {
                    self.pieces.put(to, piece);
                }
                self.touched |= SquareSet::of(from).with(to);
            }
            Change::Remove { square, .. } => {
                self.pieces.take(square);
                self.touched.insert(square);
            }
            Change::Place { square, piece } | Change::Transform { square, to: piece, .. } => {
                self.pieces.put(square, piece);
                self.touched.insert(square);
            }
            Change::Swap { a, b } => {
                let (one, other) = (self.pieces.take(a), self.pieces.take(b));
                one.into_iter().for_each(|piece| self.pieces.put(b, piece));
                other.into_iter().for_each(|piece| self.pieces.put(a, piece));
                self.touched |= SquareSet::of(a).with(b);
            }
            Change::Pass => {}
        }
        self.effects.push(change);
        self.changes += 1;
    }

    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.pieces.piece_at(square) {
            self.change(Change::Remove { square, piece });
        }
    }

    /// Gives a piece to its enemy; one of nobody stays nobody's.
    fn turn(&mut self, square: Square, model: &Model) {
        let Some(from) = self.pieces.piece_at(square) else { return };
        let to = model.piece(from.kind(), !from.side());
        if to != from {
            self.change(Change::Transform { square, from, to });
        }
    }

    fn transform(&mut self, square: Square, kind: Kind) {
        if let Some(from) = self.pieces.piece_at(square).filter(|piece| piece.kind() != kind) {
            self.noted.changed = true;
            self.change(Change::Transform { square, from, to: Piece::new(kind, from.side()) });
        }
    }
}

impl<'m> Scene<'m> {
    /// Performs a deed of the side to move.
    pub(crate) fn perform(&self, deed: &Deed) -> Performance {
        match deed {
            Deed::Walk { way, choice } => self.perform_way(way, *choice),
            Deed::Castle { castling, put } => self.castle(*castling, *put),
            other => {
                let mut done = Performance::new(self);
                match *other {
                    Deed::Act { at, act, target } => {
                        done.noted.moved = self.kind_at(at);
                        let kind = done.noted.moved.unwrap_or(Kind(0));
                        match &self.model.kinds[kind.index()].acts[act].effect {
                            ActEffect::Removed(_) => {
                                done.remove(at);
                                target.into_iter().for_each(|square| done.remove(square));
                            }
                            ActEffect::Turned(_) => {
                                target.into_iter().for_each(|square| done.turn(square, self.model));
                            }
                            ActEffect::Driven { far, .. } => {
                                let target = target.and_then(|from| Some((from, self.driven(at, from, *far)?)));
                                target
                                    .into_iter()
                                    .for_each(|(from, to)| done.change(Change::Move { from, to }));
                            }
                            ActEffect::Becomes(kind) => done.transform(at, *kind),
                        }
                    }
                    Deed::Mutate { at, kind } => {
                        done.noted.moved = self.kind_at(at);
                        done.transform(at, kind);
                    }
                    Deed::Pass => {
                        done.memory.passes = (self.memory.passes + 1).min(2);
                        done.change(Change::Pass);
                    }
                    Deed::End => done.change(Change::Pass),
                    Deed::Walk { .. } | Deed::Castle { .. } => {}
                }
                self.finish(&mut done, matches!(other, Deed::Pass));
                done
            }
        }
    }

    /// Performs a castling, which is a move of the royal piece.
    fn castle(&self, index: usize, put: Option<Square>) -> Performance {
        let castling = &self.model.castlings[index];
        let ([from, to], [partner, beside]) = (castling.royal_way, castling.partner_way);
        let mut done = Performance::new(self);
        if to == partner && beside == from {
            done.change(Change::Swap { a: from, b: to });
        } else {
            let (royal, other) = (Change::Move { from, to }, Change::Move { from: partner, to: beside });
            let (first, second) = if to == partner { (other, royal) } else { (royal, other) };
            // Where the start is drawn by lot, one of them may stand already where it goes.
            for change in [first, second] {
                if !matches!(change, Change::Move { from, to } if from == to) {
                    done.change(change);
                }
            }
            done.touched.insert(from);
        }
        done.noted.moved = Some(castling.royal);
        self.follow_up(&Way::of_castling(castling), Choice { becomes: None, put }, done)
    }

    /// Brings a piece to the end of its way, and takes off what it takes.
    pub(super) fn arrival(&self, way: &Way) -> Performance {
        let mut done = Performance::new(self);
        done.noted.moved = self.kind_at(way.from);
        let mut at = way.from;
        if way.displaced == Some([way.to, way.from]) {
            done.change(Change::Swap { a: way.from, b: way.to });
        } else {
            for &stop in &way.stops {
                if let Some([from, to]) = way.displaced.filter(|[from, _]| *from == stop) {
                    done.change(Change::Move { from, to });
                }
                if way.taken.contains(&stop) {
                    done.remove(stop);
                }
                if stop != at {
                    done.change(Change::Move { from: at, to: stop });
                }
                at = stop;
            }
            if let Some([from, to]) = way.displaced.filter(|[_, to]| *to == way.from) {
                done.change(Change::Move { from, to });
            }
        }
        for &square in way.taken.iter().filter(|square| !way.stops.contains(square)) {
            done.remove(square);
        }
        done.noted.captured = !way.taken.is_empty();
        way.taken.iter().for_each(|square| self.score(*square, &mut done.memory));
        done
    }

    /// Lets counts grow by the capture of a piece.
    fn score(&self, square: Square, memory: &mut Memory) {
        if let Some(kind) = self.kind_at(square) {
            memory.gain(self.model, self.side, Some(kind));
        }
    }

    /// Performs a way with what its player chooses.
    pub(crate) fn perform_way(&self, way: &Way, choice: Choice) -> Performance {
        self.follow_up(way, choice, self.arrival(way))
    }

    /// Lets all happen that follows after a piece has gone its way.
    fn follow_up(&self, way: &Way, choice: Choice, mut done: Performance) -> Performance {
        let Some(side) = self.side_at(way.from) else { return done };
        for &(square, card) in &way.stays {
            if let (Some(side), Some(cards)) = (self.side_at(square), &self.model.cards)
                && cards.list[card].once
            {
                done.memory.hands[side.index()].spend(card);
            }
        }
        done.noted.label = way.label;
        self.remember_losses(way, &mut done);
        self.look_for_end(side, &mut done);
        for event in &self.model.events {
            if done.ended.is_some() {
                break;
            }
            if self.happened(event, way, side) {
                self.happen(event, way, choice, side, &mut done);
            }
        }
        self.finish(&mut done, false);
        done
    }

    /// Tells whether what an event waits for has happened, losses to be remembered excepted.
    pub(crate) fn happened(&self, event: &Event, way: &Way, side: Side) -> bool {
        let context = Context { way: Some(way), ..Context::of_piece(way.from, side) };
        let is_mover = || {
            event.card.is_none_or(|card| self.bears(way.from, card))
                && self.squares_of(&event.noun, context).contains(way.from)
        };
        match &event.deed {
            Done::Captures(None) => !way.taken.is_empty() && is_mover(),
            Done::Captures(Some(noun)) => {
                let meant = self.squares_of(noun, context);
                way.taken.iter().any(|square| meant.contains(*square)) && is_mover()
            }
            Done::Arrives(place) => self.place(place, context).contains(way.to) && is_mover(),
            Done::Leaves(place) => self.place(place, context).contains(way.from) && is_mover(),
            Done::Moves => self.model.board.place(way.from).is_some() && is_mover(),
            Done::Makes { labels, onto, over, main_action } => {
                let goes_over = |noun| {
                    let meant = self.squares_of(noun, context);
                    way.over.iter().any(|square| meant.contains(*square))
                };
                way.label.is_some_and(|label| labels >> label & 1 != 0)
                    && (!main_action || self.in_main_action(side))
                    && over.as_ref().is_none_or(goes_over)
                    && onto.as_ref().is_none_or(|place| self.place(place, context).contains(way.to))
                    && is_mover()
            }
            Done::IsCaptured { .. } => false,
        }
    }

    /// Remembers where pieces stood that a way has taken.
    fn remember_losses(&self, way: &Way, done: &mut Performance) {
        for event in &self.model.events {
            let (Done::IsCaptured { by }, Effect::Remember { memory, .. }) = (&event.deed, &event.effect)
            else {
                continue;
            };
            if way.label.is_none_or(|label| by >> label & 1 == 0) {
                continue;
            }
            for &square in &way.taken {
                let Some(side) = self.side_at(square) else { continue };
                if self.squares_of(&event.noun, Context::of_piece(square, side)).contains(square) {
                    done.memory.squares[*memory] = Some(square);
                }
            }
        }
    }

    /// Lets an event happen on the board that the one before it left.
    fn happen(&self, event: &Event, way: &Way, choice: Choice, side: Side, done: &mut Performance) {
        let board = Scene::new(self.model, done.pieces, self.side, done.memory);
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
                    done.transform(way.to, kind);
                }
            }
            Effect::Put { kind, spot } => {
                let squares = match spot {
                    Spot::Left => SquareSet::of(way.from),
                    Spot::Place(place) => board.place(place, context),
                    Spot::Chosen { limits, .. } => board.meant_by(limits, way.to, side),
                } - done.pieces.occupied();
                let asks = event.effect.asks_square();
                if asks && choice.put.is_none() {
                    done.asked |= squares;
                }
                let chosen = if asks { choice.put } else { squares.first() };
                if let Some(square) = chosen.filter(|square| squares.contains(*square)) {
                    let piece = self.model.piece(*kind, side);
                    let there = done.pieces.of(piece.side(), *kind).first();
                    done.change(match there.filter(|_| matches!(spot, Spot::Chosen { goes: true, .. })) {
                        Some(from) => Change::Move { from, to: square },
                        None => Change::Place { square, piece },
                    });
                }
            }
            Effect::Removed { it, noun } => {
                let mut squares =
                    noun.as_ref().map_or(SquareSet::EMPTY, |noun| board.squares_of(noun, context));
                if *it && is_there {
                    squares.insert(way.to);
                }
                squares.into_iter().for_each(|square| done.remove(square));
            }
            Effect::Turned(noun) => {
                for square in board.squares_of(noun, context) {
                    done.turn(square, self.model);
                }
            }
            Effect::Captured(noun) => {
                for square in board.squares_of(noun, context) {
                    if board.may_be_captured(way.to, square) {
                        self.score(square, &mut done.memory);
                        done.remove(square);
                        done.noted.captured = true;
                    }
                }
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
                    let meant =
                        self.squares_of(noun, Context { way: Some(way), ..Context::of_piece(way.from, side) });
                    way.over
                        .iter()
                        .filter(|square| meant.contains(**square))
                        .for_each(|square| done.waiting.push(*square));
                }
            }
            Effect::Again { label, captured_by } => {
                let by_capture = way.label == Some(*captured_by) && !way.taken.is_empty();
                let stood = self.memory.chain.map_or(SquareSet::EMPTY, |chain| chain.barred).with(way.from);
                let barred = if by_capture { SquareSet::EMPTY } else { stood }.with(way.to);
                let is_extra = self.memory.chain.is_some_and(|chain| chain.is_extra);
                let (labels, waiting) = (1 << *label, SquareQueue::default());
                done.goes_on = Some(Chain { at: way.to, barred, labels, is_extra, waiting });
            }
        }
        self.look_for_end(side, done);
    }

    /// Looks whether an end at once is reached.
    fn look_for_end(&self, side: Side, done: &mut Performance) {
        if !self.model.ends.iter().any(|end| end.at_once) {
            return;
        }
        let board = Scene::new(self.model, done.pieces, self.side, done.memory);
        done.ended = done.ended.or_else(|| board.end_at_once(side));
    }

    /// Puts what a side has in hand in order, each kind beside its equals and no gap between.
    fn sort_hands(&self, done: &mut Performance) {
        for hand in &self.model.hands {
            for place in 0..hand.len() {
                let rank = |square: &&Square| {
                    done.pieces.piece_at(**square).map_or(usize::MAX, |piece| piece.kind().index())
                };
                let here = hand[place];
                let Some(least) = hand[place..].iter().min_by_key(rank).copied() else { continue };
                if rank(&&least) < rank(&&here) {
                    let is_empty = done.pieces.piece_at(here).is_none();
                    done.change(if is_empty {
                        Change::Move { from: least, to: here }
                    } else {
                        Change::Swap { a: here, b: least }
                    });
                }
            }
        }
    }

    /// Takes away the cards of pieces that are gone.
    fn lose_cards(&self, done: &mut Performance) {
        for side in Side::BOTH {
            let hand = &mut done.memory.hands[side.index()];
            for (card, kind) in hand.cards() {
                if done.pieces.of(side, kind).is_empty() {
                    hand.lose(card);
                }
            }
        }
    }

    /// Counts, and takes away the rights and the cards that are lost.
    fn finish(&self, done: &mut Performance, is_pass: bool) {
        self.sort_hands(done);
        if self.model.cards.is_some() {
            self.lose_cards(done);
        }
        let memory = &mut done.memory;
        if !is_pass {
            memory.passes = 0;
        }
        for (index, castling) in self.model.castlings.iter().enumerate() {
            if done.touched.contains(castling.royal_way[0]) || done.touched.contains(castling.partner_way[0]) {
                memory.rights &= !(1 << index);
            }
        }
        memory.run(self.model, self.side, done.noted);
    }
}
