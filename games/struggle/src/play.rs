//! Plays a ply: its effects on the pieces, and the next phase of the turn.

use entourage_kernel::{Effect, Effects, Intent, Kind, Piece, Side, SmallPieces, Square, SquareQueue};

use crate::action::Action;
use crate::cells::{Cells, HOME, ZAP_ROW};
use crate::generate::{can_jump_on, can_move};
use crate::geometry::neighbour;
use crate::interplay::{Fate, answer, fate, is_zapped, moves_twice};
use crate::piece::{GREY, WHITE};
use crate::position::{Position, win};
use crate::rule::Rule;
use crate::rules::caboose;
use crate::turn::{Moving, Stage, Turn};

pub(crate) trait Journal {
    fn note(&mut self, effect: Effect);
}

impl Journal for () {
    #[inline]
    fn note(&mut self, _: Effect) {}
}

impl Journal for Effects {
    fn note(&mut self, effect: Effect) {
        self.push(effect);
    }
}

#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    *next = *position;
    carry_out(next, intent, &mut ());
}

pub(crate) fn effects(position: &Position, intent: Intent) -> Effects {
    let mut effects = Effects::new();
    carry_out(&mut { *position }, intent, &mut effects);
    if effects.is_empty() {
        effects.push(Effect::Pass);
    }
    effects
}

#[inline]
fn carry_out<J: Journal>(next: &mut Position, intent: Intent, journal: &mut J) {
    if let Some(action) = Action::of(intent) {
        let side = next.side;
        Ply { next, side, journal }.act(action);
    }
}

struct Ply<'p, J> {
    next: &'p mut Position,
    side: Side,
    journal: &'p mut J,
}

impl<J: Journal> Ply<'_, J> {
    #[inline]
    fn act(&mut self, action: Action) {
        match action {
            Action::Step { from, to } => self.step(from, to),
            Action::Jump { from, over, to } => self.jump(from, over, to),
            Action::End => match self.next.state.turn {
                Turn::Moving(moving) => self.end_chain(moving),
                _ => self.end_turn(0),
            },
            Action::Pass => {
                let passes = if let Turn::Start { passes } = self.next.state.turn { passes + 1 } else { 1 };
                self.end_turn(passes);
            }
            Action::Catapult { from, near, far, to } => self.catapult(from, [near, far], to),
            Action::Teleport { from, to } => {
                self.shift(from, to);
                self.end_turn(0);
            }
            Action::Caboose { rear, next } => {
                self.roll(rear, next);
                self.end_turn(0);
            }
            Action::Trade { a, b } => {
                self.trade(a, b);
                self.next.state.teams[self.side.index()].spend(Rule::Hatter);
                self.next.state.turn = Turn::Acting;
            }
            Action::Pact { own, enemy } => {
                if let (Some(a), Some(b)) = (self.piece_at(own), self.piece_at(enemy)) {
                    self.next.state.pacts.add(a, b);
                }
                self.next.state.teams[self.side.index()].spend(Rule::Pact);
                self.next.state.turn = Turn::Acting;
            }
        }
    }

    /// Returns the state of the turn for the moving piece, now on `at`: stage, barred spaces and jolted pieces.
    #[inline]
    fn under_way(&self, at: Square) -> Moving {
        match self.next.state.turn {
            Turn::Moving(moving) => Moving { at, ..moving },
            _ => Moving { stage: Stage::Main, at, barred: Cells::EMPTY, jolted: SquareQueue::default() },
        }
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.next.pieces.piece_at(square)
    }

    #[inline]
    fn shift(&mut self, from: Square, to: Square) -> Option<Kind> {
        self.shift_of(self.side, from, to)
    }

    #[inline]
    fn shift_of(&mut self, side: Side, from: Square, to: Square) -> Option<Kind> {
        let kind = self.next.pieces.kind_at(side, from)?;
        self.next.pieces.shift(from, to, Piece::new(kind, side));
        self.journal.note(Effect::Move { from, to });
        Some(kind)
    }

    #[inline]
    fn step(&mut self, from: Square, to: Square) {
        let kind = self.shift(from, to);
        if kind == Some(WHITE) && self.land(to) {
            return;
        }
        self.end_chain(self.under_way(to));
    }

    #[inline]
    fn jump(&mut self, from: Square, over: Square, to: Square) {
        let mut moving = self.under_way(to);
        let fate = self.jump_over(from, over, moving.stage);
        let kind = self.shift(from, to);
        // G2: only a capture by the jump itself allows the chain to return to earlier spaces.
        moving.barred = if fate == Fate::Captured { Cells::of(to) } else { moving.barred.with(from).with(to) };
        if fate == Fate::Jolted {
            moving.jolted.push(over);
        }
        if fate == Fate::Captured && self.is_won() || kind == Some(WHITE) && self.land(to) {
            return;
        }
        if can_jump_on(&self.next.pieces, &self.next.state, self.side, &moving) {
            self.next.state.turn = Turn::Moving(moving);
        } else {
            self.end_chain(moving);
        }
    }

    fn catapult(&mut self, from: Square, over: [Square; 2], to: Square) {
        for jumped in over {
            self.jump_over(from, jumped, Stage::Main);
        }
        self.shift(from, to);
        if !self.is_won() {
            self.end_turn(0);
        }
    }

    #[inline]
    fn jump_over(&mut self, from: Square, over: Square, stage: Stage) -> Fate {
        let (Some(jumper), Some(jumped)) = (self.piece_at(from), self.piece_at(over)) else {
            return Fate::Spared;
        };
        let fate = fate(&self.next.state, jumper, jumped, stage);
        match fate {
            Fate::Spared | Fate::Jolted => {}
            Fate::Converted => {
                self.convert(over, jumped);
                self.next.state.teams[self.side.index()].spend(Rule::Conversion);
            }
            Fate::Unarmored => self.next.state.teams[jumped.side().index()].spend(Rule::Armor),
            Fate::Captured => {
                self.capture(over, jumped);
                self.next.state.lost = Some(over);
            }
        }
        fate
    }

    fn convert(&mut self, square: Square, piece: Piece) {
        let grey = Piece::new(GREY, self.side);
        self.leave(piece);
        self.next.pieces.remove(square, piece);
        self.next.pieces.put(square, grey);
        self.journal.note(Effect::Transform { square, from: piece, to: grey });
    }

    #[inline]
    fn capture(&mut self, square: Square, piece: Piece) {
        self.leave(piece);
        self.next.pieces.remove(square, piece);
        self.journal.note(Effect::Remove { square, piece });
    }

    #[inline]
    fn leave(&mut self, piece: Piece) {
        let state = &mut self.next.state;
        state.teams[piece.side().index()].lose(piece.kind());
        state.pacts.dissolve(piece);
    }

    fn trade(&mut self, a: Square, b: Square) {
        let pieces = &mut self.next.pieces;
        if let (Some(at_a), Some(at_b)) = (pieces.take(a), pieces.take(b)) {
            pieces.put(a, at_b);
            pieces.put(b, at_a);
            self.journal.note(Effect::Swap { a, b });
        }
    }

    /// Moves a run of pieces, front piece first (Caboose).
    fn roll(&mut self, rear: Square, next: Square) {
        let Some(direction) = caboose::direction(self.side, rear, next) else { return };
        let (_, ahead) = caboose::run(self.next.pieces.nonwhite(self.side), rear, direction);
        let behind = |&space: &Square| neighbour(space, direction.back());
        let spaces = || std::iter::successors(ahead, behind).take_while(|&space| space != rear);
        for (to, from) in spaces().zip(spaces().skip(1).chain([rear])) {
            self.shift(from, to);
        }
    }

    /// Handles the landing of a White, which can capture by a zap (G13) or reach its goal; returns whether the game is won.
    #[inline]
    fn land(&mut self, to: Square) -> bool {
        if ZAP_ROW[self.side.index()].contains(to) {
            self.zap();
        }
        self.is_won()
    }

    fn zap(&mut self) {
        let enemy = !self.side;
        for square in (HOME[enemy.index()] & self.next.pieces.side(enemy)).squares() {
            if let Some(piece) = self.piece_at(square).filter(|&piece| is_zapped(&self.next.state, piece)) {
                self.capture(square, piece);
            }
        }
    }

    /// Returns whether the game is won, and ends the turn if so (G14).
    #[inline]
    fn is_won(&mut self) -> bool {
        let won = win(&self.next.pieces).is_some();
        if won {
            self.close(0);
        }
        won
    }

    /// Continues the turn after a step or a chain (G8).
    #[inline]
    fn end_chain(&mut self, moving: Moving) {
        let Moving { stage, at, jolted, .. } = moving;
        if stage == Stage::Main && moves_twice(self.next, at) {
            let second = Moving { stage: Stage::Second, at, barred: Cells::EMPTY, jolted };
            if can_move(&self.next.pieces, &self.next.state, self.side, &second) {
                self.next.state.turn = Turn::Moving(second);
                return;
            }
        }
        self.jolt(jolted);
    }

    /// Lets the next jolted piece that has a move continue the turn; ends the turn if there is none.
    #[inline]
    fn jolt(&mut self, mut jolted: SquareQueue) {
        while let Some(at) = jolted.pop() {
            let extra = Moving { stage: Stage::Extra, at, barred: Cells::EMPTY, jolted };
            if can_move(&self.next.pieces, &self.next.state, self.side, &extra) {
                self.next.state.turn = Turn::Moving(extra);
                return;
            }
        }
        self.end_turn(0);
    }

    #[inline]
    fn end_turn(&mut self, passes: u8) {
        if let Some((from, to)) = answer(self.next) {
            self.shift_of(!self.side, from, to);
        }
        self.close(passes);
    }

    #[inline]
    fn close(&mut self, passes: u8) {
        self.next.side = !self.side;
        self.next.state.turn = Turn::Start { passes };
        self.next.state.lost = None;
    }
}
