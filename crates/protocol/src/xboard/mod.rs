//! XBoard's protocol (CECP, version 2) as lines of text: the GUI's [`Command`]s and the engine's [`Answer`]s.
//!
//! Squares and moves are plain strings that this module does not interpret.

mod answer;
mod command;

pub use answer::{Answer, Feature};
pub use command::{Command, Control};
