use std::time::{Duration, Instant};

use entourage_kernel::Side;
use entourage_protocol::{ClockTime, Go};
use entourage_registry::{Clock, Limits, Remaining};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    pub base: u64,
    pub increment: u64,
}

pub(crate) struct Clocks([Option<(TimeControl, i64)>; 2]);

/// Time in milliseconds by which a player may overstep the clock over a whole game before losing on time, to allow for a
/// busy machine.
pub const TOLERANCE: u64 = 200;

impl Clocks {
    pub fn start(controls: [Option<TimeControl>; 2]) -> Self {
        Self(controls.map(|control| control.map(|control| (control, signed(control.base)))))
    }

    pub fn shown(&self) -> [Option<ClockTime>; 2] {
        self.0.map(|clock| clock.map(|(control, left)| ClockTime { left, increment: control.increment }))
    }

    /// Subtracts the milliseconds that a side used and adds the increment; returns `false` if the side has run out of time.
    pub fn press(&mut self, side: Side, used: u64) -> bool {
        let Some((control, left)) = &mut self.0[side.index()] else { return true };
        *left = left.saturating_sub(signed(used));
        let in_time = *left >= -signed(TOLERANCE);
        *left = left.saturating_add(signed(control.increment));
        in_time
    }
}

fn signed(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

/// Returns the search limits for a side. A clock that has run out counts as 0 ms left. If only the opponent's clock is
/// specified, that clock is used.
pub fn limits(go: &Go, side: Side) -> Limits {
    let told = go.clocks[side.index()].or(go.clocks[(!side).index()]);
    let remaining = told.map(|ClockTime { left, increment }| Remaining {
        left_ms: left.max(0).unsigned_abs(),
        increment_ms: increment,
        moves: go.movestogo,
    });
    Limits { depth: go.depth, nodes: go.nodes, time_ms: go.movetime, remaining }
}

#[derive(Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

impl Clock for Stopwatch {
    fn elapsed_ms(&self) -> u64 {
        milliseconds(self.0.elapsed())
    }
}

pub fn milliseconds(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_for_their_side_and_gain_increments() {
        let mut clocks = Clocks::start([Some(TimeControl { base: 1_000, increment: 10 }), None]);
        let left = |clocks: &Clocks| clocks.shown()[0].map(|clock| clock.left);
        assert!(clocks.press(Side::First, 300) && clocks.press(Side::Second, u64::MAX));
        assert_eq!((left(&clocks), clocks.shown()[1]), (Some(710), None));
        assert!(clocks.press(Side::First, 0));
        assert_eq!(left(&clocks), Some(720));
        // The tolerance applies to the whole game, so an overstep in one move leaves less for later moves.
        assert!(clocks.press(Side::First, 720 + TOLERANCE - 5));
        assert_eq!(left(&clocks), Some(15 - TOLERANCE as i64));
        assert!(clocks.press(Side::First, 10));
        assert!(!clocks.press(Side::First, 20));
        assert!(!clocks.press(Side::First, u64::MAX));
    }

    #[test]
    fn searches_are_limited_by_the_movers_clock() {
        let go = Go {
            depth: Some(4),
            clocks: [Some(ClockTime { left: -5, increment: 7 }), None],
            movestogo: Some(3),
            ..Go::BOUNDED
        };
        let remaining = Some(Remaining { left_ms: 0, increment_ms: 7, moves: Some(3) });
        assert_eq!(limits(&go, Side::First), Limits { depth: Some(4), remaining, ..Limits::NONE });
        assert_eq!(limits(&go, Side::Second), limits(&go, Side::First), "falls back to the opponent's clock");
    }
}
