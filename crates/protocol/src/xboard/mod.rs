//! XBoard's protocol (CECP, version 2) as lines of text: the board's [`Command`]s and the engine's [`Answer`]s.
//!
//! Squares and moves are plain texts here.

mod answer;
mod command;

pub use answer::{Answer, Feature};
pub use command::{Command, Control};
