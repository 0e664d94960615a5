//! Ratings: [`Rating`] by Glicko-2, for each game and [`Class`] of time controls.
//!
//! Every game is a rating period of its own, so that a rating is known as soon as the game is over.
//! Ratings are whole numbers computed only from games, so that computing them again gives the same.

mod class;
mod rating;

pub use class::{Class, Pool};
pub use rating::{PERIOD, Rating};
