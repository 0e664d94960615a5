use std::sync::Arc;

use entourage_kernel::{Board, Evaluate, Intent, Rules, Side};

use crate::candidates::{Candidates, GAIN, Move, UNRANKED};
use crate::history_heuristic::{Context, HistoryHeuristic};
use crate::transposition_table::NO_INTENT;

/// Orders moves by how likely they are to cause a cutoff: the hash move, gains (moves that win material), killer moves,
/// the countermove, then quiet moves by the history heuristic.
pub(crate) struct Ordering {
    /// For each ply, two quiet moves that caused a cutoff at that ply (killer moves).
    killers: Vec<[Option<Intent>; 2]>,
    pub history: Arc<HistoryHeuristic>,
}

const KILLER: i32 = 1 << 22;
const PASS: i32 = -1 << 22;

impl Ordering {
    pub fn new<R: Rules>(rules: &R) -> Self {
        Self { killers: Vec::new(), history: Arc::new(HistoryHeuristic::new(rules)) }
    }

    /// Creates an ordering for another thread, which shares the history but has its own killer moves.
    pub fn for_helper(&self) -> Self {
        Self { killers: Vec::new(), history: Arc::clone(&self.history) }
    }

    /// Ranks the gains, killer moves, countermove and passes among a node's legal moves from index `from` on; the other
    /// quiet moves become [`UNRANKED`].
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
        let refutations =
            [killers[0], killers[1], countermove].map(|refutation| refutation.map_or(NO_INTENT, Intent::bits));
        let (moves, ranks) = candidates.parts_mut(from);
        for (Move { intent, gain, .. }, rank) in moves.iter_mut().zip(ranks) {
            let intent = *intent;
            *gain = rules.gain(position, intent);
            *rank = if *gain != 0 {
                rank_gain(rules, position, intent, *gain)
            } else if intent.is_empty() {
                PASS
            } else if intent.bits() == refutations[0] {
                KILLER + 2
            } else if intent.bits() == refutations[1] {
                KILLER + 1
            } else if intent.bits() == refutations[2] {
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
        let quiet_history = self.history.quiet_history(position.side_to_move(), context);
        let (moves, ranks) = candidates.parts_mut(from);
        for (Move { intent, .. }, rank) in moves.iter().zip(ranks) {
            if *rank == UNRANKED {
                *rank = quiet_history.score(position, *intent);
            }
        }
    }

    /// Records a cutoff by a quiet move: the move becomes a killer, and quiet moves tried before it lose history score.
    pub fn update<P: Board>(
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
        self.history.set_countermove(side, context, intent);
        let bonus = (16 * depth * depth + 32 * depth).min(1_200) as i32;
        self.history.update(position, intent, context, bonus);
        for other in tried.iter().filter(|other| other.gain == 0 && other.intent != intent) {
            self.history.update(position, other.intent, context, -bonus);
        }
    }

    /// Clears the killers and ages the history before the search for the next move of the game.
    pub fn age(&mut self) {
        self.killers.clear();
        self.history.age();
    }
}

/// Ranks a gain by the most valuable victim, then the least valuable attacker (MVV-LVA).
#[inline]
pub(crate) fn rank_gain<R: Evaluate>(rules: &R, position: &R::Position, intent: Intent, gain: i32) -> i32 {
    GAIN + 16 * gain - rules.stake(position, intent)
}
