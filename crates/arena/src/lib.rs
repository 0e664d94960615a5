//! Matches between computer players of any game, to prove which one is stronger.
//!
//! [`Match`] plays pairs of games, each opening twice with sides changed, on as many threads as wished, between two [`Player`]s:
//! levels, settings of this project's engine, a player that captures, or other programs that speak the engine protocol.
//! [`Pairs`] says what the results prove: an Elo difference with its interval, and a sequential test ([`Sprt`]).
//! [`Record`] keeps every game in a file from which an interrupted match goes on.

mod clocks;
mod conditions;
mod contest;
mod error;
mod fault;
mod opening;
mod pairs;
mod player;
mod process;
mod record;
mod referee;
mod seat;
mod sprt;
mod standing;
mod stopwatch;

pub use clocks::{TOLERANCE, TimeControl, limits};
pub use conditions::Conditions;
pub use contest::Match;
pub use error::MatchError;
pub use fault::Fault;
pub use pairs::{Interval, Pairs};
pub use player::{Bounds, Engine, Player};
pub use record::{Contestant, GameRecord, Record, Winner};
pub use seat::Seat;
pub use sprt::{Sprt, Verdict};
pub use standing::Standing;
pub use stopwatch::{Stopwatch, milliseconds};
