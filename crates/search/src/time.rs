use crate::{Best, Limits, Remaining};

/// The moves that what is left must last for, if nothing else is known.
const HORIZON: u64 = 30;
/// The milliseconds kept back for the way of the answer.
const LAG: u64 = 15;
/// The milliseconds, some thirty years, beyond which a clock need not be read.
const LONGEST: u64 = 1 << 40;

pub(crate) struct TimePlan {
    /// The milliseconds after which the search ends at once.
    most: Option<u64>,
    /// The milliseconds that the move deserves.
    ideal: Option<u64>,
    /// The depths in succession that found the same move best.
    steady: u32,
    last: Option<Best>,
    /// By how much the score fell with the last depth, in hundredths.
    fall: i32,
}

impl TimePlan {
    pub fn new(limits: &Limits) -> Self {
        let (ideal, most) = limits.remaining.map(share).unzip();
        let most = match (limits.time_ms, most) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { most, ideal, steady: 0, last: None, fall: 0 }
    }

    pub fn is_over(&self, elapsed_ms: u64) -> bool {
        self.most.is_some_and(|most| elapsed_ms >= most)
    }

    /// Takes in what a depth found; returns whether the next one is no longer worth its time.
    pub fn suffices(&mut self, best: &Best, elapsed_ms: u64) -> bool {
        let last = self.last.replace(best.clone());
        let is_same = last.as_ref().is_some_and(|last| last.intent == best.intent);
        self.steady = if is_same { self.steady + 1 } else { 0 };
        self.fall = last.map_or(0, |last| last.score.number() - best.score.number());
        let Some(ideal) = self.ideal else { return false };
        let unrest = [180, 140, 115, 100, 90, 80, 70][self.steady.min(6) as usize];
        let alarm = 100 + self.fall.clamp(0, 100) as u64;
        // Whoever has used half of the time will hardly finish another depth.
        elapsed_ms >= ideal * unrest * alarm / 10_000 / 2
    }
}

/// Returns the milliseconds that a move deserves of what is left, and the most that it may take.
fn share(remaining: Remaining) -> (u64, u64) {
    let Remaining { left_ms, increment_ms, moves } = remaining;
    let left = left_ms.min(LONGEST).saturating_sub(LAG);
    let increment_ms = increment_ms.min(LONGEST);
    let horizon = moves.map_or(HORIZON, |moves| u64::from(moves).clamp(1, HORIZON));
    let ideal = left / horizon + increment_ms * 3 / 4;
    let most = if horizon == 1 { left * 9 / 10 } else { (4 * ideal).min(left / 2) };
    let most = most.max(1);
    (ideal.clamp(1, most), most)
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
    fn no_move_takes_more_than_is_left() {
        for left in [0, 1, 10, 20, 100, 1_000, 60_000, u64::MAX] {
            for increment in [0, 100, 5_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (ideal, most) = share(remaining(left, increment, moves));
                    assert!(1 <= ideal && ideal <= most && most <= left.max(1), "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_at_its_own_pace_never_runs_out() {
        let (mut left, increment) = (60_000, 200);
        for _ in 0..500 {
            let (ideal, _) = share(remaining(left, increment, None));
            assert!(ideal < left);
            left = left - ideal + increment;
        }
        assert!(left > 1_000);
    }

    #[test]
    fn time_until_more_is_added_is_used_up_by_then() {
        for moves in [1, 2, 10, 30] {
            let (mut left, mut kept) = (60_000, 60_000);
            for to_go in (1..=moves).rev() {
                left -= share(remaining(left, 0, Some(to_go))).0;
                kept -= share(remaining(kept, 0, None)).0;
            }
            assert!(left < 60_000 / 5 && left <= kept, "{moves}: {left} {kept}");
        }
    }

    #[test]
    fn the_first_bound_of_time_counts() {
        let limits = Limits { time_ms: Some(50), remaining: Some(remaining(60_000, 0, None)), ..Limits::NONE };
        let plan = TimePlan::new(&limits);
        assert!(!plan.is_over(49) && plan.is_over(50));
        let limits = Limits { time_ms: Some(50), remaining: Some(remaining(25, 0, None)), ..Limits::NONE };
        assert!(TimePlan::new(&limits).is_over(5));
        assert!(!TimePlan::new(&Limits::NONE).is_over(u64::MAX));
    }

    #[test]
    fn a_steady_choice_needs_less_time_than_a_shaken_one() {
        let best = |square, score| Best {
            intent: Intent::of(&[entourage_kernel::Square::new(square)]),
            score: Score::new(score),
            depth: 1,
            nodes: 0,
            variation: Vec::new(),
        };
        let limits = Limits { remaining: Some(remaining(30_015, 0, None)), ..Limits::NONE };
        let mut steady = TimePlan::new(&limits);
        assert!((0..8).map(|_| steady.suffices(&best(1, 50), 400)).last().unwrap());
        let mut shaken = TimePlan::new(&limits);
        assert!(!(0..8).map(|n| shaken.suffices(&best(n, -50 * n as i32), 400)).last().unwrap());
        assert!(!steady.is_over(3_999) && steady.is_over(4_000));
    }
}
