//! Carries out moves step by step: captures, events (in the order of the definition) and updates of the memory.

use entourage_kernel::{Effect as Change, Kind, Piece, Side, Square, SquareQueue, SquareSet};

use super::{Chain, Context, Deed, Journey, Memory, Performance, Reading, Route, Table};
use crate::model::{ActEffect, Choice, Condition, Deed as Done, Effect, Event, Spot};

impl<T: Table> Performance<T> {
    pub(crate) fn of<W: Journey>(board: &impl Reading, deed: &Deed<W>, table: T) -> Self {
        let mut done = match deed {
            Deed::Walk { way, choice } => return Self::of_way(board, &way.route(), *choice, table),
            Deed::Castle { castling, put } => return Self::of_castling(board, *castling, *put, table),
            _ => Self::new(board, table),
        };
        let kind_at = |square| board.pieces().piece_at(square).map(|piece: Piece| piece.kind());
        match *deed {
            Deed::Act { at, act, target } => {
                done.noted.moved = kind_at(at);
                let kind = done.noted.moved.unwrap_or(Kind(0));
                match &board.model().kinds[kind.index()].acts[act].effect {
                    ActEffect::Removed(_) => {
                        done.remove(at);
                        target.into_iter().for_each(|square| done.remove(square));
                    }
                    ActEffect::Turned(_) => {
                        target.into_iter().for_each(|square| done.turn(square, board.model()));
                    }
                    ActEffect::Driven(_, drive) => {
                        done.drive(&board.model().board, at, target.into_iter().collect(), *drive);
                    }
                    ActEffect::Becomes(kind) => done.transform(at, *kind),
                }
            }
            Deed::Mutate { at, kind } => {
                done.noted.moved = kind_at(at);
                done.transform(at, kind);
            }
            _ => done.change(Change::Pass),
        }
        let is_pass = matches!(deed, Deed::Pass);
        if is_pass {
            done.memory.passes = (board.memory().passes + 1).min(2);
        }
        done.finish(board, is_pass);
        done
    }

    fn of_castling(board: &impl Reading, index: usize, put: Option<Square>, table: T) -> Self {
        let castling = &board.model().castlings[index];
        let ([from, to], [partner, beside]) = (castling.royal_way, castling.partner_way);
        let mut done = Self::new(board, table);
        if to == partner && beside == from {
            done.change(Change::Swap { a: from, b: to });
        } else {
            let (royal, other) = (Change::Move { from, to }, Change::Move { from: partner, to: beside });
            let (first, second) = if to == partner { (other, royal) } else { (royal, other) };
            // In a random start position, one of the two castling pieces may already be on its destination.
            for change in [first, second] {
                if !matches!(change, Change::Move { from, to } if from == to) {
                    done.change(change);
                }
            }
            done.touched.insert(from);
        }
        let way = Route {
            from,
            to,
            label: None,
            stops: &[to],
            taken: &[],
            taken_set: SquareSet::EMPTY,
            stays: SquareSet::EMPTY,
            over: &[],
            crossed: None,
            direction: None,
            displaced: None,
            is_castling: true,
        };
        let other = Route { from: partner, to: beside, stops: &[beside], ..way };
        let [royal, partner] = [castling.royal, castling.partner].map(|kind| Piece::new(kind, board.side()));
        done.follow_up(board, &[(&way, royal), (&other, partner)], Choice { becomes: None, put });
        done
    }

    pub(crate) fn of_way(board: &impl Reading, way: &Route<'_>, choice: Choice, table: T) -> Self {
        let Some(mover) = board.pieces().piece_at(way.from) else { return Self::new(board, table) };
        let mut done = Self::arrival(board, way, table);
        done.follow_up(board, &[(way, mover)], choice);
        done
    }

    /// Moves a piece to its destination and removes the pieces that it captures.
    #[inline]
    pub(crate) fn arrival(board: &impl Reading, way: &Route<'_>, table: T) -> Self {
        let mut done = Self::new(board, table);
        let (taken, mut at) = (way.taken_set, way.from);
        let mut stops = SquareSet::EMPTY;
        if way.displaced == Some([way.to, way.from]) {
            done.change(Change::Swap { a: way.from, b: way.to });
            stops.insert(way.to);
        } else {
            for &stop in way.stops {
                stops.insert(stop);
                if let Some([from, to]) = way.displaced.filter(|[from, _]| *from == stop) {
                    done.change(Change::Move { from, to });
                }
                if taken.contains(stop) {
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
        for &square in way.taken.iter().filter(|square| !stops.contains(**square)) {
            done.remove(square);
        }
        done.noted.captured = !taken.is_empty();
        score(board, taken, &mut done.memory);
        done
    }

    /// Carries out the events after a move by the first of `movers`; a second one is its partner in a castling.
    fn follow_up(&mut self, board: &impl Reading, movers: &[(&Route<'_>, Piece)], choice: Choice) {
        let Some(&(way, mover)) = movers.first() else { return };
        let side = mover.side();
        (self.noted.moved, self.noted.label) = (Some(mover.kind()), way.label);
        self.spend(board, way);
        if board.may_remember_losses() {
            self.remember_losses(board, way);
        }
        self.look_for_end(board, side);
        if movers.iter().any(|(_, mover)| board.may_follow(mover.kind())) {
            for event in &board.model().events {
                // In most events, a castling is a move of the royal piece alone.
                let number = if matches!(event.deed, Done::Castles) { movers.len() } else { 1 };
                for (way, mover) in &movers[..number] {
                    if !self.has_ended && happened(board, event, way, *mover) {
                        self.happen(board, event, way, choice, side);
                        self.look_for_end(board, side);
                    }
                }
            }
        }
        self.finish(board, false);
    }

    fn spend(&mut self, board: &impl Reading, way: &Route<'_>) {
        let Some(cards) = &board.model().cards else { return };
        for square in way.stays {
            if let (Some(side), Some(card)) = (side_at(board, square), board.staying(way.label, square))
                && cards.list[card].once
            {
                self.memory.hands[side.index()].spend(card);
            }
        }
    }

    fn remember_losses(&mut self, board: &impl Reading, way: &Route<'_>) {
        for event in &board.model().events {
            let (Done::IsCaptured { by }, Effect::Remember { memory, .. }) = (&event.deed, &event.effect)
            else {
                continue;
            };
            if way.label.is_none_or(|label| by >> label & 1 == 0) {
                continue;
            }
            for &square in way.taken {
                let Some(side) = side_at(board, square) else { continue };
                let context = Context::of_piece(square, side);
                if !board.meant(&event.noun, context, SquareSet::of(square)).is_empty() {
                    self.memory.squares[*memory] = Some(square);
                }
            }
        }
    }

    fn happen(&mut self, before: &impl Reading, event: &Event, way: &Route<'_>, choice: Choice, side: Side) {
        let (model, memory) = (before.model(), self.memory);
        let board = before.other(self.table.pieces(), &memory);
        let context = Context::of_move(way.to, side, way);
        let may_then = match &event.condition {
            Some(Condition::MayThen { label }) => Some(*label),
            Some(condition) if !board.holds(condition, context) => return,
            _ => None,
        };
        let all = |noun| board.meant(noun, context, board.pieces().occupied());
        let is_there = side_at(&board, way.to) == Some(side);
        let squares = match &event.effect {
            Effect::Put { spot, .. } => {
                let meant = match spot {
                    Spot::Left => SquareSet::of(way.from),
                    Spot::Place(place) => context.place(place),
                    Spot::Chosen { limits, .. } => board.meant_by(limits, way.to, side),
                };
                meant - board.pieces().occupied()
            }
            Effect::Removed { it, noun } => {
                let squares = noun.as_ref().map_or(SquareSet::EMPTY, all);
                if *it && is_there { squares.with(way.to) } else { squares }
            }
            Effect::Turned(noun) | Effect::Driven(noun, _) | Effect::Transformed(noun, _) => all(noun),
            Effect::Captured(noun) => {
                all(noun).into_iter().filter(|square| board.may_be_captured(way.to, *square)).collect()
            }
            _ => SquareSet::EMPTY,
        };
        if let Effect::Captured(_) = event.effect {
            self.noted.captured |= !squares.is_empty();
            score(&board, squares, &mut self.memory);
        }
        drop(board);
        match &event.effect {
            Effect::Becomes { kinds, .. } => {
                let first = kinds.first().copied();
                let kind = if kinds.len() == 1 { first } else { choice.becomes.or(first) };
                if let Some(kind) = kind.filter(|_| is_there) {
                    self.transform(way.to, kind);
                }
            }
            Effect::Put { kind, spot } => {
                let asks = event.effect.asks_square();
                if asks && choice.put.is_none() {
                    self.asked |= squares;
                }
                let chosen = if asks { choice.put } else { squares.first() };
                if let Some(square) = chosen.filter(|square| squares.contains(*square)) {
                    let piece = model.piece(*kind, side);
                    let there = self.table.pieces().of(piece.side(), *kind).first();
                    self.change(match there.filter(|_| matches!(spot, Spot::Chosen { goes: true, .. })) {
                        Some(from) => Change::Move { from, to: square },
                        None => Change::Place { square, piece },
                    });
                }
            }
            Effect::Removed { .. } | Effect::Captured(_) => {
                squares.into_iter().for_each(|square| self.remove(square));
            }
            Effect::Turned(_) => squares.into_iter().for_each(|square| self.turn(square, model)),
            Effect::Driven(_, drive) => self.drive(&model.board, way.to, squares, *drive),
            Effect::Transformed(_, kind) => {
                squares.into_iter().for_each(|square| self.transform(square, *kind));
            }
            Effect::Remember { memory, what } => {
                self.memory.squares[*memory] = way.remembered(*what);
                self.doubts[*memory] |= may_then.map_or(0, |label| 1 << label);
            }
            Effect::Mark { marks, what } => {
                what.change(&mut self.memory.marks[*marks], |what| way.remembered(what));
            }
            Effect::Extra => {
                if let Done::Makes { over: Some(noun), .. } = &event.deed {
                    // Jumped pieces are identified on the board before the move.
                    let context = Context::of_move(way.from, side, way);
                    let meant = before.meant(noun, context, way.over.iter().copied().collect());
                    let jumped = way.over.iter().filter(|square| meant.contains(**square));
                    jumped.for_each(|square| self.waiting.push(*square));
                }
            }
            Effect::Again { label, captured_by } => {
                let chain = before.memory().chain;
                let by_capture = way.label == Some(*captured_by) && !way.taken.is_empty();
                let stood = chain.map_or(SquareSet::EMPTY, |chain| chain.barred).with(way.from);
                let barred = if by_capture { SquareSet::EMPTY } else { stood }.with(way.to);
                let is_extra = chain.is_some_and(|chain| chain.is_extra);
                let (labels, waiting) = (1 << *label, SquareQueue::default());
                self.goes_on = Some(Chain { at: way.to, barred, labels, is_extra, waiting });
            }
        }
    }

    #[inline]
    fn look_for_end(&mut self, board: &impl Reading, side: Side) {
        if board.may_end_at_once() && !self.has_ended {
            self.has_ended = board.other(self.table.pieces(), &self.memory).ends_at_once(side);
        }
    }

    fn finish(&mut self, board: &impl Reading, is_pass: bool) {
        let model = board.model();
        model.hands.iter().for_each(|hand| self.sort(hand));
        if model.cards.is_some() {
            self.lose_cards();
        }
        if !is_pass {
            self.memory.passes = 0;
        }
        lose_rights(board, &mut self.memory, self.touched);
        self.memory.run(model, board.side(), self.noted);
    }

    fn lose_cards(&mut self) {
        for side in Side::BOTH {
            let hand = &mut self.memory.hands[side.index()];
            for (card, kind) in hand.cards() {
                if self.table.pieces().of(side, kind).is_empty() {
                    hand.lose(card);
                }
            }
        }
    }
}

fn score(board: &impl Reading, taken: SquareSet, memory: &mut Memory) {
    if board.may_score_captures() {
        for piece in taken.into_iter().filter_map(|square| board.pieces().piece_at(square)) {
            memory.gain(board.model(), board.side(), Some(piece.kind()));
        }
    }
}

#[inline]
pub(crate) fn lose_rights(board: &impl Reading, memory: &mut Memory, touched: SquareSet) {
    if memory.rights != 0 && touched.intersects(board.homes()) {
        for (index, castling) in board.model().castlings.iter().enumerate() {
            if touched.contains(castling.royal_way[0]) || touched.contains(castling.partner_way[0]) {
                memory.rights &= !(1 << index);
            }
        }
    }
}

fn side_at(board: &impl Reading, square: Square) -> Option<Side> {
    let piece = board.pieces().piece_at(square)?;
    (board.model().blocks >> piece.kind().index() & 1 == 0).then(|| piece.side())
}

pub(crate) fn happened(board: &impl Reading, event: &Event, way: &Route<'_>, mover: Piece) -> bool {
    if event.noun.kinds >> mover.kind().index() & 1 == 0 {
        return false;
    }
    let context = Context::of_move(way.from, mover.side(), way);
    let is_mover = || {
        event.card.is_none_or(|card| board.bears(way.from, card))
            && !board.meant(&event.noun, context, SquareSet::of(way.from)).is_empty()
    };
    match &event.deed {
        Done::Captures(None) => !way.taken.is_empty() && is_mover(),
        Done::Captures(Some(noun)) => !board.meant(noun, context, way.taken_set).is_empty() && is_mover(),
        Done::Arrives(place) => context.place(place).contains(way.to) && is_mover(),
        Done::Leaves(place) => context.place(place).contains(way.from) && is_mover(),
        Done::Moves => board.model().board.place(way.from).is_some() && is_mover(),
        Done::Makes { labels, onto, over, main_action } => {
            let jumped = || way.over.iter().copied().collect();
            way.label.is_some_and(|label| labels >> label & 1 != 0)
                && (!main_action || board.in_main_action(mover.side()))
                && over.as_ref().is_none_or(|noun| !board.meant(noun, context, jumped()).is_empty())
                && onto.as_ref().is_none_or(|place| context.place(place).contains(way.to))
                && is_mover()
        }
        Done::IsCaptured { .. } => false,
        Done::Castles => way.is_castling && is_mover(),
    }
}
