//! Matches between computer players of any game, to measure which one is stronger.
//!
//! [`Match`] plays pairs of games on several threads, each opening twice with sides changed, between two [`Player`]s:
//! levels, settings of this project's engine, a player that captures, or other programs that speak the engine
//! protocol.
//! [`Pairs`] computes an Elo difference with its interval, and a sequential test ([`Sprt`]).
//! [`Record`] keeps every game in a file, so that an interrupted match can be resumed.

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
