use std::sync::Arc;

use entourage_kernel::{Board, Evaluate, Intent, Rules, Side};

use crate::candidates::{Candidates, GAIN, Move, UNRANKED};
use crate::history_heuristic::{Context, HistoryHeuristic};
use crate::transposition_table::NO_INTENT;

/// Orders the moves most likely to refute first: the hash move, gains, killer moves, the countermove, then quiet moves by the
/// history heuristic.
pub(crate) struct Ordering {
    /// Two quiet moves per ply that refuted there (killer moves).
    killers: Vec<[Option<Intent>; 2]>,
    pub history: Arc<HistoryHeuristic>,
}

const KILLER: i32 = 1 << 22;
const PASS: i32 = -1 << 22;

impl Ordering {
    pub fn new<R: Rules>(rules: &R) -> Self {
        Self { killers: Vec::new(), history: Arc::new(HistoryHeuristic::new(rules)) }
    }

    /// Makes another that shares the history but has killers of its own.
    pub fn beside(&self) -> Self {
        Self { killers: Vec::new(), history: Arc::clone(&self.history) }
    }

    /// Ranks what comes before and after the other quiet moves among legal moves of a node, from an index on: gains, killers,
    /// the countermove that refuted the ply before, and passes. The others stay [`UNRANKED`].
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
        let countermove = self.history.countermove(position.side_to_move(), context);
        let favourites =
            [killers[0], killers[1], countermove].map(|favourite| favourite.map_or(NO_INTENT, Intent::bits));
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

    pub fn rank_quiets<P: Board>(
        &self,
        position: &P,
        candidates: &mut Candidates,
        from: usize,
        context: Context,
    ) {
        let advice = self.history.advice(position.side_to_move(), context);
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
        self.history.learn_countermove(side, context, intent);
        let bonus = (16 * depth * depth + 32 * depth).min(1_200) as i32;
        self.history.adjust(position, intent, context, bonus);
        for other in tried.iter().filter(|other| other.gain == 0 && other.intent != intent) {
            self.history.adjust(position, other.intent, context, -bonus);
        }
    }

    /// Forgets the killers and fades the rest, for the next move of the game.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.history.fade();
    }
}

/// Ranks a legal move by what it wins at once and, among equals, by how little it puts at risk: the most valuable victim
/// first, then the least valuable attacker.
#[inline]
pub(crate) fn rank_gain<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent, gain: i32) -> i32 {
    GAIN + 16 * gain - rules.stake(position, intent)
}
