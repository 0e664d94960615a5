//! Matches between computer players, to measure which one is stronger.
//!
//! [`Match`] plays pairs of games between two [`Player`]s on several threads; the games of a pair have the same opening and
//! swapped sides. Players are levels or settings of the Entourage engine, a player that captures at random, or other
//! programs that support the engine protocol. [`Pairs`] computes an Elo difference with its confidence interval, and [`Sprt`]
//! is a sequential test. [`Record`] stores every game in a file, so that an interrupted match can be resumed.

mod clocks;
mod contest;
mod pairs;
mod player;
mod process;
mod record;
mod referee;
mod seat;
mod sprt;
mod standing;

pub use clocks::{Stopwatch, TOLERANCE, TimeControl, limits, milliseconds};
pub use contest::{Conditions, Match, MatchError};
pub use pairs::{Interval, Pairs};
pub use player::{Bounds, Engine, Player};
pub use record::{Contestant, GameRecord, Record, Winner};
pub use seat::{Fault, Seat};
pub use sprt::{Sprt, Verdict};
pub use standing::Standing;
