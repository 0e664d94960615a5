//! Many games at once, for programs that learn: actions are numbers, and what is observed lies in flat arrays.
//!
//! [`Actions`] numbers the moves of a game, [`Planes`] says what is observed of a position, and a [`Vector`] plays any number of games of
//! any rules side by side, a move each at a time.

#![warn(missing_docs)]

/// The examples of the page that a registry shows, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod actions;
mod lane;
mod planes;
mod vector;

pub use actions::{Actions, Crowded};
pub use planes::{Plane, Planes};
pub use vector::{Ahead, AnyVector, StepError, Stepped, Vector};
