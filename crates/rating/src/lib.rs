//! How strong players are, as their games tell it: [`Rating`] by Glicko-2, a rating for each game and [`Class`] of pace.
//!
//! Every game is a rating period of its own, so that a rating is known as soon as the game is over. Ratings are kept as whole numbers and
//! computed from nothing else, so that whoever computes them again from the same games gets the same.

mod class;
mod pool;
mod rating;

pub use class::Class;
pub use pool::Pool;
pub use rating::{PERIOD, Rating};
