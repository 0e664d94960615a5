use std::sync::Arc;

use entourage_kernel::{Board, Evaluate, Intent, Rules, Side};

use crate::candidates::{Candidates, GAIN, Move, UNRANKED};
use crate::history::{Context, Past};
use crate::table::NO_INTENT;

/// Orders the moves most likely to refute first: the remembered move, gains, killers, then quiet moves by past success.
pub(crate) struct Ordering {
    /// Two quiet refutations per ply.
    killers: Vec<[Option<Intent>; 2]>,
    /// Shared by the threads of a team.
    pub past: Arc<Past>,
}

const KILLER: i32 = 1 << 22;
const PASS: i32 = -1 << 22;

impl Ordering {
    pub fn new<R: Rules>(rules: &R) -> Self {
        Self { killers: Vec::new(), past: Arc::new(Past::new(rules)) }
    }

    /// Makes another that shares the past but has killers of its own.
    pub fn beside(&self) -> Self {
        Self { killers: Vec::new(), past: Arc::clone(&self.past) }
    }

    /// Ranks what comes before and after the other quiet moves among legal moves of a node, from a place on: gains, killers,
    /// what refuted the ply before, and passes. The others stay [`UNRANKED`].
    pub fn rank<R: Evaluate>(
        &self,
        rules: &R,
        position: &R::Position,
        candidates: &mut Candidates,
        from: usize,
        ply: usize,
        context: Context,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let counter = self.past.counter(position.side_to_move(), context);
        let favourites =
            [killers[0], killers[1], counter].map(|favourite| favourite.map_or(NO_INTENT, Intent::bits));
        let (moves, ranks) = candidates.parts_mut(from);
        for (Move { intent, gain, .. }, rank) in moves.iter_mut().zip(ranks) {
            let intent = *intent;
            *gain = rules.gain(position, intent);
            *rank = if *gain != 0 {
                rank_gain(rules, position, intent, *gain)
            } else if intent.is_empty() {
                PASS
            } else if intent.bits() == favourites[0] {
                KILLER + 2
            } else if intent.bits() == favourites[1] {
                KILLER + 1
            } else if intent.bits() == favourites[2] {
                KILLER
            } else {
                UNRANKED
            };
        }
    }

    /// Ranks the moves that are not yet, from a place on, by past success.
    pub fn rank_quiets<P: Board>(
        &self,
        position: &P,
        candidates: &mut Candidates,
        from: usize,
        context: Context,
    ) {
        let advice = self.past.advice(position.side_to_move(), context);
        let (moves, ranks) = candidates.parts_mut(from);
        for (Move { intent, .. }, rank) in moves.iter().zip(ranks) {
            if *rank == UNRANKED {
                *rank = advice.success(position, *intent);
            }
        }
    }

    /// Learns that a quiet move refuted what came before it, and that the quiet ones tried ahead of it did not.
    pub fn learn<P: Board>(
        &mut self,
        position: &P,
        intent: Intent,
        tried: &[Move],
        ply: usize,
        depth: usize,
        context: Context,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(intent) {
            *killers = [Some(intent), killers[0]];
        }
        let side: Side = position.side_to_move();
        self.past.learn_counter(side, context, intent);
        let bonus = (16 * depth * depth + 32 * depth).min(1_200) as i32;
        self.past.adjust(position, intent, context, bonus);
        for other in tried.iter().filter(|other| other.gain == 0 && other.intent != intent) {
            self.past.adjust(position, other.intent, context, -bonus);
        }
    }

    /// Forgets the killers and fades the rest, for the next move of the game.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.past.fade();
    }
}

/// Ranks a legal move by what it wins at once and, among equals, by how little it puts at risk.
#[inline]
pub(crate) fn rank_gain<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent, gain: i32) -> i32 {
    GAIN + 16 * gain - rules.stake(position, intent)
}
