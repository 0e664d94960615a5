//! Makes a ply: what it does to the pieces, and what comes next in the turn.

use entourage_kernel::{Board, Effect, Effects, Intent, Piece, Side, Square, SquareSet};

use crate::action::Action;
use crate::generate::{can_jump_on, can_move};
use crate::geometry::{HOME, ZAP_ROW};
use crate::interplay::{Fate, answer, fate, is_zapped, moves_twice};
use crate::piece::{GREY, WHITE};
use crate::position::{Position, State, nonwhite, win};
use crate::rules::{Rule, caboose};
use crate::turn::{Moving, Queue, Stage, Turn};

/// Takes down the effects of a ply in order.
pub(crate) trait Journal {
    /// Notes one effect that has just been applied.
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

/// Returns the position after a legal ply.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    carry_out(position, intent, &mut ())
}

/// Returns what a legal ply does to the pieces, in order.
pub(crate) fn effects(position: &Position, intent: Intent) -> Effects {
    let mut effects = Effects::new();
    carry_out(position, intent, &mut effects);
    if effects.is_empty() {
        effects.push(Effect::Pass);
    }
    effects
}

fn carry_out<J: Journal>(position: &Position, intent: Intent, journal: &mut J) -> Position {
    let mut ply = Ply { next: *position, side: position.side(), state: position.state(), journal };
    if let Some(action) = Action::of(intent) {
        ply.act(action);
    }
    ply.next
}

struct Ply<'j, J> {
    next: Position,
    /// Who plays.
    side: Side,
    /// The state as far as the ply has come.
    state: State,
    journal: &'j mut J,
}

impl<J: Journal> Ply<'_, J> {
    fn act(&mut self, action: Action) {
        // Where a turn is under way already: in which stage, with which chain behind and which pieces to come.
        let (stage, barred, jolted) = match self.state.turn {
            Turn::Moving(moving) => (moving.stage, moving.barred, moving.jolted),
            _ => (Stage::Main, SquareSet::EMPTY, Queue::default()),
        };
        match action {
            Action::Pass => {
                let passes = if let Turn::Start { passes } = self.state.turn { passes + 1 } else { 1 };
                self.end_turn(passes);
            }
            Action::End => match self.state.turn {
                Turn::Moving(moving) => self.end_chain(moving),
                _ => self.end_turn(0),
            },
            Action::Step { from, to } => {
                self.shift(from, to);
                if !self.land(to) {
                    self.end_chain(Moving { stage, at: to, barred, jolted });
                }
            }
            Action::Jump { from, over, to } => self.jump(stage, barred, jolted, [from, over, to]),
            Action::Hurl { from, near, far, to } => {
                for jumped in [near, far] {
                    self.jump_over(from, jumped, Stage::Main);
                }
                self.shift(from, to);
                if !self.is_won() {
                    self.end_turn(0);
                }
            }
            Action::Teleport { from, to } => {
                self.shift(from, to);
                self.end_turn(0);
            }
            Action::Train { rear, next } => {
                self.roll(rear, next);
                self.end_turn(0);
            }
            Action::Trade { a, b } => {
                let effect = Effect::Swap { a, b };
                self.next.apply(effect);
                self.journal.note(effect);
                self.state.teams[self.side.index()].spend(Rule::Hatter);
                self.go_on(Turn::Acting);
            }
            Action::Pact { own, enemy } => {
                if let (Some(a), Some(b)) = (self.next.piece_at(own), self.next.piece_at(enemy)) {
                    self.state.pacts.add(a, b);
                }
                self.state.teams[self.side.index()].spend(Rule::Pact);
                self.go_on(Turn::Acting);
            }
        }
    }

    fn shift(&mut self, from: Square, to: Square) {
        let effect = Effect::Move { from, to };
        self.next.apply(effect);
        self.journal.note(effect);
    }

    fn jump(&mut self, stage: Stage, barred: SquareSet, mut jolted: Queue, [from, over, to]: [Square; 3]) {
        let fate = self.jump_over(from, over, stage);
        self.shift(from, to);
        if self.is_won() {
            return;
        }
        if fate == Fate::Jolted {
            jolted.push(over);
        }
        // G2: only a capture by the jump itself lets the chain return.
        let barred = if fate == Fate::Captured { SquareSet::of(to) } else { barred.with(from).with(to) };
        if self.land(to) {
            return;
        }
        let moving = Moving { stage, at: to, barred, jolted };
        if can_jump_on(&self.next, &self.state, self.side, &moving) {
            self.go_on(Turn::Moving(moving));
        } else {
            self.end_chain(moving);
        }
    }

    /// Does to a piece, if there is one, what jumping it does.
    fn jump_over(&mut self, from: Square, over: Square, stage: Stage) -> Fate {
        let (Some(jumper), Some(jumped)) = (self.next.piece_at(from), self.next.piece_at(over)) else {
            return Fate::Spared;
        };
        let fate = fate(&self.state, jumper, jumped, stage);
        match fate {
            Fate::Spared | Fate::Jolted => {}
            Fate::Converted => {
                self.leave(jumped);
                self.state.teams[self.side.index()].spend(Rule::Conversion);
                let effect = Effect::Transform { square: over, from: jumped, to: Piece::new(GREY, self.side) };
                self.next.apply(effect);
                self.journal.note(effect);
            }
            Fate::Unarmored => self.state.teams[jumped.side().index()].spend(Rule::Armor),
            Fate::Captured => {
                self.capture(over, jumped);
                self.state.lost = Some(over);
            }
        }
        fate
    }

    fn capture(&mut self, square: Square, piece: Piece) {
        self.leave(piece);
        let effect = Effect::Remove { square, piece };
        self.next.apply(effect);
        self.journal.note(effect);
    }

    /// Takes away the Rule and the Pacts of a piece that leaves its side.
    fn leave(&mut self, piece: Piece) {
        self.state.teams[piece.side().index()].lose(piece.kind());
        self.state.pacts.dissolve(piece);
    }

    /// Moves a run, its front piece first (Caboose).
    fn roll(&mut self, rear: Square, next: Square) {
        let Some(direction) = caboose::direction(self.side, rear, next) else { return };
        let (run, ahead) = caboose::run(nonwhite(self.next.placement(), self.side), rear, direction);
        let mut run: Vec<Square> = run.collect();
        run.extend(ahead);
        for pair in run.windows(2).rev() {
            self.shift(pair[0], pair[1]);
        }
    }

    /// Lets the piece land: a White may zap (G13) or be at home. Tells whether the game is won, and closes it then.
    fn land(&mut self, to: Square) -> bool {
        if self.next.placement().of(self.side, WHITE).contains(to) && ZAP_ROW[self.side.index()].contains(to) {
            let enemy = !self.side;
            for square in HOME[enemy.index()] & self.next.placement().side(enemy) {
                if let Some(piece) = self.next.piece_at(square).filter(|&piece| is_zapped(&self.state, piece)) {
                    self.capture(square, piece);
                }
            }
        }
        self.is_won()
    }

    /// Tells whether the game is won, and closes it then (G14).
    fn is_won(&mut self) -> bool {
        let won = win(self.next.placement()).is_some();
        if won {
            self.close(0);
        }
        won
    }

    fn go_on(&mut self, turn: Turn) {
        self.next.set_turn(self.side, State { turn, ..self.state });
    }

    /// Goes on after a step or a chain (G8).
    fn end_chain(&mut self, moving: Moving) {
        let Moving { stage, at, jolted, .. } = moving;
        if stage == Stage::Main && moves_twice(&self.next, &self.state, at) {
            let second = Moving { stage: Stage::Second, at, barred: SquareSet::EMPTY, jolted };
            if can_move(&self.next, &self.state, self.side, &second) {
                return self.go_on(Turn::Moving(second));
            }
        }
        self.jolt(jolted);
    }

    /// Lets the next jolted piece that has a move make it, or ends the turn.
    fn jolt(&mut self, mut jolted: Queue) {
        while let Some(at) = jolted.pop() {
            let extra = Moving { stage: Stage::Extra, at, barred: SquareSet::EMPTY, jolted };
            if can_move(&self.next, &self.state, self.side, &extra) {
                return self.go_on(Turn::Moving(extra));
            }
        }
        self.end_turn(0);
    }

    fn end_turn(&mut self, passes: u8) {
        if let Some((from, to)) = answer(&self.next, &self.state) {
            self.shift(from, to);
        }
        self.close(passes);
    }

    fn close(&mut self, passes: u8) {
        self.next.set_turn(!self.side, State { turn: Turn::Start { passes }, lost: None, ..self.state });
    }
}
