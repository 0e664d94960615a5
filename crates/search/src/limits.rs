/// The time since a search began; the caller provides the clock, since not every machine has one.
pub trait Clock {
    /// Returns the milliseconds since the search began.
    fn elapsed_ms(&self) -> u64;
}

/// A clock that stands still, for searches without a time limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> u64 {
        0
    }
}

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The maximum depth in plies before quiescence, or `None`.
    pub depth: Option<u32>,
    /// The maximum number of nodes, or `None`; one quiescence search can exceed it.
    pub nodes: Option<u64>,
    /// The maximum time in milliseconds, or `None`.
    pub time_ms: Option<u64>,
    /// The time on the player's clock, or `None`; the search then decides how much of it to use for this move.
    pub remaining: Option<Remaining>,
}

/// The time on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Remaining {
    /// The milliseconds left.
    pub left_ms: u64,
    /// The milliseconds added with every move.
    pub increment_ms: u64,
    /// The moves to the next time control, this one included; `None` in sudden death.
    pub moves: Option<u32>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { depth: None, nodes: None, time_ms: None, remaining: None };
}
