//! Who plays whom in a tournament, and who stands where: [`round_robin`], [`swiss()`] and [`arena`], and [`standings`] with tie-breaks that
//! say what they were made of.
//!
//! Entrants are known by their index in a list that only grows, rounds by their number, from 1.
//! Nothing is drawn by lot here: whoever computes again from the same entrants and rounds gets the same.

pub mod arena;
mod entrant;
mod game;
mod matching;
mod robin;
mod round;
mod standing;
mod swiss;
mod tie_break;

pub use entrant::Entrant;
pub use game::{Game, Score};
pub use robin::round_robin;
pub use round::{Bye, Round};
pub use standing::{Standing, System, standings};
pub use swiss::{MOST_ENTRANTS, MOST_ROUNDS, NoPairing, swiss};
pub use tie_break::{Figure, Tie, TieBreak};
