//! Ratings: [`Rating`] by Glicko-2, one per game and [`Class`] of time control.
//!
//! Every game is its own rating period, so that ratings are known as soon as a game ends. Ratings are integers
//! computed only from games, so that computing them again gives the same result.

mod class;
mod rating;

pub use class::{Class, Pool};
pub use rating::{PERIOD, Rating};
