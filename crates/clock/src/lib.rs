//! Time controls ([`Pace`]) and clocks ([`Clock`]) of board games.
//!
//! Clocks are computed from the times of a game's events, not the system clock, so they are the same after a restart.
//! Times are in Unix milliseconds, durations in milliseconds. The rulings `C1` and so on are in `docs/CLOCKS.md`.

#![warn(missing_docs)]

/// Compiles and runs the examples in the README.
mod clock;
mod pace;
mod problem;
mod span;

pub use clock::{Announcement, Clock, Due, Fall, Reading, SideClock};
pub use pace::{Figures, Kind, Pace};
pub use problem::Problem;

/// A day in milliseconds.
pub const DAY: u64 = 24 * 60 * 60 * 1000;
