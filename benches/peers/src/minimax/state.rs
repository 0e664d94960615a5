use ::minimax::Winner;
use entourage_kernel::{Board, Evaluate, History, Outcome, Side, mix};

use super::contest::Contest;
use super::ply::Ply;

/// Which side is to move from the point of view of `minimax`, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The position's side to move makes a move.
    Turn,
    /// The opponent waits for one ply, because the turn of the position's side to move continues.
    Waiting,
    /// The opponent is to move, because the position's side to move has ended the exchange.
    Held,
}

/// A position for `minimax`, with the phase of the turn.
#[derive(Clone)]
pub struct State<R: Evaluate> {
    pub contest: &'static Contest<R>,
    pub position: R::Position,
    pub phase: Phase,
    /// Number of quiet plies; counted only if the draw by the quiet-move limit is near.
    pub quiet: u32,
    /// Whether the history makes this position a draw.
    pub drawn: bool,
}

impl<R: Evaluate> State<R> {
    pub fn begin(contest: &'static Contest<R>, history: &History<R>) -> Self {
        contest.begin(history);
        Self {
            contest,
            position: history.position().clone(),
            phase: Phase::Turn,
            quiet: history.quiet_plies(),
            drawn: false,
        }
    }

    /// Returns the side to move from the point of view of `minimax`.
    #[inline]
    pub fn mover(&self) -> Side {
        let side = self.position.side_to_move();
        if self.phase == Phase::Turn { side } else { !side }
    }

    #[inline]
    pub fn after(&self, ply: Ply) -> Self {
        let rules = &self.contest.rules;
        match ply {
            Ply::WAIT => Self { phase: Phase::Turn, ..self.clone() },
            Ply::HOLD => Self { phase: Phase::Held, ..self.clone() },
            Ply::SKIP => {
                let position = rules.null_move(&self.position).unwrap_or_else(|| self.position.clone());
                Self { position, drawn: false, ..*self }
            }
            _ => self.played(ply),
        }
    }

    #[inline]
    fn played(&self, ply: Ply) -> Self {
        let Self { contest, position: before, .. } = self;
        let position = contest.rules.play_unchecked(before, ply.intent());
        contest.count();
        let goes_on = position.side_to_move() == before.side_to_move();
        let (mut quiet, mut drawn) = (self.quiet, contest.is_worn(&position));
        if let Some(bound) = contest.quiet_bound() {
            quiet = if contest.rules.is_decisive(before, ply.intent()) { 0 } else { quiet + 1 };
            drawn |= quiet >= bound;
        }
        let phase = if goes_on { Phase::Waiting } else { Phase::Turn };
        Self { contest, position, phase, quiet, drawn }
    }

    pub fn winner(&self, outcome: Outcome) -> Winner {
        match outcome.winner {
            None => Winner::Draw,
            Some(side) if side == self.mover() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        }
    }

    /// Returns the hash for `minimax`'s table. A position that the history makes a draw has a separate hash.
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.phase {
            // `minimax` extends waiting nodes and stores them with the extended depth, so no lookup must find them.
            Phase::Waiting => self.contest.passing_hash(),
            _ if self.drawn => mix(self.position.hash()),
            _ => self.position.hash(),
        }
    }
}
