use crate::{Best, Limits, Remaining};

/// The number of moves for which the remaining time must last in sudden death.
const DEFAULT_MOVES_LEFT: u64 = 30;
/// Time reserved for transmitting the move, in milliseconds.
const MOVE_OVERHEAD_MS: u64 = 15;
/// Upper limit of all times in milliseconds (about 35 years), so that sums do not overflow.
const MAX_MS: u64 = 1 << 40;

pub(crate) struct TimeManager {
    /// The time in milliseconds after which the search stops at once.
    maximum: Option<u64>,
    /// The time in milliseconds to use for a move under normal conditions.
    optimum: Option<u64>,
    /// The number of consecutive depths with the same best move.
    stable_depths: u32,
    last: Option<Best>,
    /// The drop in score at the last depth, in centipawns.
    score_drop: i32,
}

impl TimeManager {
    pub fn new(limits: &Limits) -> Self {
        let (optimum, maximum) = limits.remaining.map(allocate).unzip();
        let maximum = match (limits.time_ms, maximum) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { maximum, optimum, stable_depths: 0, last: None, score_drop: 0 }
    }

    pub fn is_over(&self, elapsed_ms: u64) -> bool {
        self.maximum.is_some_and(|maximum| elapsed_ms >= maximum)
    }

    /// Records the result of a depth; returns whether to stop because there is too little time for the next depth.
    pub fn should_stop(&mut self, best: &Best, elapsed_ms: u64) -> bool {
        let last = self.last.replace(best.clone());
        let is_same = last.as_ref().is_some_and(|last| last.intent == best.intent);
        self.stable_depths = if is_same { self.stable_depths + 1 } else { 0 };
        self.score_drop = last.map_or(0, |last| last.score.number() - best.score.number());
        let Some(optimum) = self.optimum else { return false };
        let instability = [180, 140, 115, 100, 90, 80, 70][self.stable_depths.min(6) as usize];
        let drop = 100 + self.score_drop.clamp(0, 100) as u64;
        // If half of the time is used, the next depth is unlikely to be finished.
        elapsed_ms >= optimum * instability * drop / 10_000 / 2
    }
}

/// Returns the optimum and the maximum time for a move, in milliseconds.
fn allocate(remaining: Remaining) -> (u64, u64) {
    let Remaining { left_ms, increment_ms, moves } = remaining;
    let left = left_ms.min(MAX_MS).saturating_sub(MOVE_OVERHEAD_MS);
    let increment_ms = increment_ms.min(MAX_MS);
    let moves = moves.map_or(DEFAULT_MOVES_LEFT, |moves| u64::from(moves).clamp(1, DEFAULT_MOVES_LEFT));
    let optimum = left / moves + increment_ms * 3 / 4;
    let maximum = if moves == 1 { left * 9 / 10 } else { (4 * optimum).min(left / 2) };
    let maximum = maximum.max(1);
    (optimum.clamp(1, maximum), maximum)
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Intent;

    use super::*;
    use crate::Score;

    fn remaining(left_ms: u64, increment_ms: u64, moves: Option<u32>) -> Remaining {
        Remaining { left_ms, increment_ms, moves }
    }

    #[test]
    fn no_move_takes_more_than_the_remaining_time() {
        for left in [0, 1, 10, 20, 100, 1_000, 60_000, u64::MAX] {
            for increment in [0, 100, 5_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (optimum, maximum) = allocate(remaining(left, increment, moves));
                    let is_ordered = 1 <= optimum && optimum <= maximum && maximum <= left.max(1);
                    assert!(is_ordered, "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_at_optimum_time_never_runs_out() {
        let (mut left, increment) = (60_000, 200);
        for _ in 0..500 {
            let (optimum, _) = allocate(remaining(left, increment, None));
            assert!(optimum < left);
            left = left - optimum + increment;
        }
        assert!(left > 1_000);
    }

    #[test]
    fn time_to_the_next_control_is_used_up() {
        for moves in [1, 2, 10, 30] {
            let (mut left, mut kept) = (60_000, 60_000);
            for to_go in (1..=moves).rev() {
                left -= allocate(remaining(left, 0, Some(to_go))).0;
                kept -= allocate(remaining(kept, 0, None)).0;
            }
            assert!(left < 60_000 / 5 && left <= kept, "{moves}: {left} {kept}");
        }
    }

    #[test]
    fn the_lower_time_limit_applies() {
        let limits = Limits { time_ms: Some(50), remaining: Some(remaining(60_000, 0, None)), ..Limits::NONE };
        let time = TimeManager::new(&limits);
        assert!(!time.is_over(49) && time.is_over(50));
        let limits = Limits { time_ms: Some(50), remaining: Some(remaining(25, 0, None)), ..Limits::NONE };
        assert!(TimeManager::new(&limits).is_over(5));
        assert!(!TimeManager::new(&Limits::NONE).is_over(u64::MAX));
    }

    #[test]
    fn a_stable_best_move_needs_less_time() {
        let best = |square, score| Best {
            intent: Intent::of(&[entourage_kernel::Square::new(square)]),
            score: Score::new(score),
            depth: 1,
            nodes: 0,
            variation: Vec::new(),
        };
        let limits = Limits { remaining: Some(remaining(30_015, 0, None)), ..Limits::NONE };
        let mut stable = TimeManager::new(&limits);
        assert!((0..8).map(|_| stable.should_stop(&best(1, 50), 400)).last().unwrap());
        let mut unstable = TimeManager::new(&limits);
        assert!(!(0..8).map(|n| unstable.should_stop(&best(n, -50 * n as i32), 400)).last().unwrap());
        assert!(!stable.is_over(3_999) && stable.is_over(4_000));
    }
}
