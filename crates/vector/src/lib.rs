//! Plays many games at once, for reinforcement learning: actions are numbers, and observations are flat arrays.
//!
//! [`Actions`] numbers the moves of a game, [`Planes`] defines the observation of a position, and a [`Vector`] plays any number of
//! games under the same rules in lockstep.

#![warn(missing_docs)]

mod actions;
mod lane;
mod planes;
mod vector;

pub use actions::{Actions, TooFewWays};
pub use planes::{Plane, Planes};
pub use vector::{AnyVector, Lookahead, StepError, StepResults, Vector};
