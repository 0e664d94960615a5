/// How long a search has been running; the caller owns the clock, since not every machine has one.
pub trait Clock {
    /// Returns the milliseconds since the search began.
    fn elapsed_ms(&self) -> u64;
}

/// Stands still, for searches without a limit of time.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> u64 {
        0
    }
}

/// Bounds a search; the first bound reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The number of plies to look ahead before exchanges are played out, or `None`.
    pub depth: Option<u32>,
    /// The number of positions to look at, or `None`; one exchange more may be looked at.
    pub nodes: Option<u64>,
    /// The milliseconds to think, or `None`.
    pub time_ms: Option<u64>,
    /// What is left on the player's clock, or `None`: then the search itself decides how much of it this move deserves.
    pub remaining: Option<Remaining>,
}

/// What is left on a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Remaining {
    /// The milliseconds left.
    pub left_ms: u64,
    /// The milliseconds added with every move.
    pub increment_ms: u64,
    /// The moves, this one included, until more time is added; `None` if what is left is for the whole game.
    pub moves: Option<u32>,
}

impl Limits {
    /// Bounds nothing.
    pub const NONE: Self = Self { depth: None, nodes: None, time_ms: None, remaining: None };
}
