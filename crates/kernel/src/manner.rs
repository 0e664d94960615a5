use crate::Effect;

/// Tells how a move is shown and spoken of; what it does is told by its effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// A piece moves without capturing.
    Move,
    /// A piece captures.
    Capture,
    /// A piece leaps over whatever lies between, capturing or not.
    Leap,
    /// Pieces trade places.
    Swap,
    /// A piece captures in one of several steps.
    Stages,
    /// Pieces change, appear or vanish without moving.
    Change,
    /// Nothing happens on the board.
    Pass,
}

impl Manner {
    /// Tells the manner that effects alone show: never a leap, nor stages.
    pub fn of(effects: &[Effect]) -> Self {
        let has = |test: fn(&Effect) -> bool| effects.iter().any(test);
        if has(|effect| matches!(effect, Effect::Swap { .. })) {
            Self::Swap
        } else if !has(|effect| matches!(effect, Effect::Move { .. })) {
            if has(|effect| !matches!(effect, Effect::Pass)) { Self::Change } else { Self::Pass }
        } else if has(|effect| matches!(effect, Effect::Remove { .. })) {
            Self::Capture
        } else {
            Self::Move
        }
    }

    /// Returns the word used in data: `move`, `capture`, `leap`, `swap`, `stages`, `change` or `pass`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Capture => "capture",
            Self::Leap => "leap",
            Self::Swap => "swap",
            Self::Stages => "stages",
            Self::Change => "change",
            Self::Pass => "pass",
        }
    }
}
