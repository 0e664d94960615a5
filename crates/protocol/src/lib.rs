//! The engine protocol as lines of text: the GUI's [`Command`]s and the engine's [`Reply`]s.
//!
//! The protocol is UCI with the game as an option, and with this project's position strings and moves. Engines and the programs that
//! run them share this parser and writer, so they cannot disagree. This crate opens no streams and has no game rules.

mod command;
mod go;
mod info;
mod reply;
mod words;
pub mod xboard;

pub use command::{Command, ParsedLine, Start};
pub use go::{ClockTime, Go};
pub use info::{Chances, Evaluation, Info};
pub use reply::{Declaration, OptionKind, Reply};
pub use words::read_line;

/// Maximum length of a line in bytes: enough for a start position and about ten thousand moves.
pub const MAX_LINE_BYTES: usize = 1 << 17;
