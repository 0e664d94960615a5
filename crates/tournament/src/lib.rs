//! Tournament pairings ([`round_robin`], [`swiss()`] and [`arena`]) and [`standings`], with tie-breaks and the
//! values from which they are computed.
//!
//! Players are identified by their index in a list that only grows, rounds by their number from 1. All results
//! are deterministic.

pub mod arena;
mod game;
mod matching;
mod robin;
mod standing;
mod swiss;
mod tie_break;

pub use game::{Bye, Entrant, Game, Round, Score};
pub use robin::round_robin;
pub use standing::{Standing, System, standings};
pub use swiss::{MAX_ENTRANTS, MAX_ROUNDS, NoPairing, swiss};
pub use tie_break::{Figure, Tie, TieBreak};
