use entourage_protocol::xboard::Control;
use entourage_registry::{Limits, Remaining};

pub struct Clocks {
    control: Control,
    /// The engine's remaining time in hundredths of a second, if the GUI has sent it.
    pub remaining_cs: Option<i64>,
    pub depth: Option<u32>,
}

const DEFAULT_MOVE_MS: u64 = 5_000;

impl Clocks {
    pub const fn new() -> Self {
        Self { control: Control::EachMove(DEFAULT_MOVE_MS), remaining_cs: None, depth: None }
    }

    pub fn reset(&mut self) {
        (self.remaining_cs, self.depth) = (None, None);
    }

    pub fn set(&mut self, control: Control) {
        (self.control, self.remaining_cs) = (control, None);
    }

    /// Returns the limits for the engine's next move; `moves_played` is the number of moves that the engine has made.
    pub fn limits(&self, moves_played: usize) -> Limits {
        let limits = Limits { depth: self.depth, ..Limits::NONE };
        match self.control {
            Control::EachMove(milliseconds) => Limits { time_ms: Some(milliseconds.max(1)), ..limits },
            Control::Clock { moves, base, increment } => {
                let left_ms =
                    self.remaining_cs.map_or(base, |left| left.max(0).unsigned_abs().saturating_mul(10));
                let moves = moves.map(|moves| moves - (moves_played % moves as usize) as u32);
                Limits { remaining: Some(Remaining { left_ms, increment_ms: increment, moves }), ..limits }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_limit_the_next_move() {
        let mut clocks = Clocks::new();
        assert_eq!(clocks.limits(0), Limits { time_ms: Some(DEFAULT_MOVE_MS), ..Limits::NONE });
        clocks.set(Control::Clock { moves: Some(40), base: 60_000, increment: 0 });
        let remaining = |left_ms, moves| Some(Remaining { left_ms, increment_ms: 0, moves: Some(moves) });
        assert_eq!(clocks.limits(0).remaining, remaining(60_000, 40));
        clocks.remaining_cs = Some(1234);
        clocks.depth = Some(3);
        assert_eq!(
            clocks.limits(39),
            Limits { depth: Some(3), remaining: remaining(12_340, 1), ..Limits::NONE }
        );
        clocks.remaining_cs = Some(-3);
        assert_eq!(clocks.limits(40).remaining, remaining(0, 40));
        clocks.reset();
        assert_eq!(clocks.limits(1), Limits { remaining: remaining(60_000, 39), ..Limits::NONE });
        clocks.set(Control::EachMove(0));
        assert_eq!(clocks.limits(1).time_ms, Some(1));
    }
}
