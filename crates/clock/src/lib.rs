//! The time control of a game ([`Pace`]) and its clocks ([`Clock`]).
//!
//! Nothing here reads the system's clock or waits: clocks are computed from the times of a game's events, so that
//! they are the same after a restart.
//! Times are milliseconds since 1970 (UTC), spans are milliseconds. The rulings, `C1` and on, are those of
//! `docs/CLOCKS.md`.

#![warn(missing_docs)]

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod clock;
mod pace;
mod problem;
mod span;

pub use clock::{Announcement, Clock, Due, Fall, Reading, SideClock};
pub use pace::{Figures, Kind, Pace};
pub use problem::Problem;

/// A day, in milliseconds.
pub const DAY: u64 = 24 * 60 * 60 * 1000;
