//! Glicko-2 ratings: one [`Rating`] per game and [`Class`] of time control.
//!
//! Every finished game is a separate rating period, so that ratings are updated at once. Ratings are integers
//! that depend only on the games, so that computing them again gives the same result.

mod class;
mod rating;

pub use class::{Class, Pool};
pub use rating::{DEVIATION_PER_VOLATILITY, PERIOD, Rating, SURE_DEVIATION};
