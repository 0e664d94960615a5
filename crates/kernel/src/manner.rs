use crate::Effect;

crate::words! {
    /// How a move is shown and spoken of; what it does is told by its effects.
    pub enum Manner: code {
        /// A piece moves without capturing.
        Move = "move",
        /// A piece captures.
        Capture = "capture",
        /// A piece leaps over whatever lies between, capturing or not.
        Leap = "leap",
        /// Pieces trade places.
        Swap = "swap",
        /// A piece captures in one of several steps.
        Stages = "stages",
        /// Pieces change, appear or vanish without moving.
        Change = "change",
        /// Nothing happens on the board.
        Pass = "pass",
    }
}

impl Manner {
    /// Returns the manner that effects alone show: never a leap, nor stages.
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
}
