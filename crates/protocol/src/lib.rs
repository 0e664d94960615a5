//! The engine protocol as lines of text: the user's [`Command`]s and the engine's [`Reply`]s.
//!
//! It has the form of UCI, with the game as an option and this project's own position strings and moves.
//! Both ends are here, reading and writing, so that an engine and its driver cannot disagree. Nothing here does any
//! I/O or knows a game.

mod command;
mod go;
mod info;
mod reply;
mod words;
pub mod xboard;

pub use command::{Command, Heard, Start};
pub use go::{ClockTime, Go};
pub use info::{Chances, Evaluation, Info};
pub use reply::{Declaration, OptionKind, Reply};
pub use words::read_line;

/// Maximum length of a line in bytes: enough for a start position and some ten thousand moves.
pub const LONGEST_LINE: usize = 1 << 17;
