/// A clock that measures the time since a search began; provided by the caller because some platforms have no clock.
pub trait Clock {
    /// Returns the milliseconds since the search began.
    fn elapsed_ms(&self) -> u64;
}

/// A clock that always returns 0, for searches without a time limit.
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
    /// The maximum depth in plies, not counting quiescence; `None` for no limit.
    pub depth: Option<u32>,
    /// The maximum number of nodes, which can be exceeded by one quiescence search; `None` for no limit.
    pub nodes: Option<u64>,
    /// The maximum time in milliseconds; `None` for no limit.
    pub time_ms: Option<u64>,
    /// The time on the player's clock, from which the search allocates the time for this move; `None` without a clock.
    pub remaining: Option<Remaining>,
}

/// The time on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Remaining {
    /// The time left, in milliseconds.
    pub left_ms: u64,
    /// The time added with every move, in milliseconds.
    pub increment_ms: u64,
    /// The number of moves to the next time control, including this one; `None` in sudden death.
    pub moves: Option<u32>,
}

impl Limits {
    /// No limits: the search runs until it is stopped or complete.
    pub const NONE: Self = Self { depth: None, nodes: None, time_ms: None, remaining: None };
}
