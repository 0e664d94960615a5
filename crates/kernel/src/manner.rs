use crate::Effect;

crate::words! {
    /// The general kind of a move, which determines how the move is shown and described.
    pub enum Manner: code {
        /// A piece moves without capturing.
        Move = "move",
        /// A piece captures.
        Capture = "capture",
        /// A piece jumps over any pieces in between, with or without a capture.
        Leap = "leap",
        /// Pieces trade places.
        Swap = "swap",
        /// A piece moves in several stages and captures in one of them.
        Stages = "stages",
        /// Pieces change, appear or vanish without moving.
        Change = "change",
        /// Nothing happens on the board.
        Pass = "pass",
    }
}

impl Manner {
    /// Derives the manner from a move's effects; never returns `Leap` or `Stages`.
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
