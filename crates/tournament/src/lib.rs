//! Pairings and standings of tournaments: [`round_robin`], [`swiss()`] and [`arena`], and [`standings`] with
//! tie-breaks that list their figures.
//!
//! Entrants are known by their index in a list that only grows, rounds by their number, from 1.
//! Nothing is random here: the same entrants and rounds always give the same result.

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
pub use swiss::{MOST_ENTRANTS, MOST_ROUNDS, NoPairing, swiss};
pub use tie_break::{Figure, Tie, TieBreak};
