//! The engine protocol as texts, one line at a time: what a user says ([`Command`]) and what an engine answers ([`Reply`]).
//!
//! Its shape is that of UCI, with the game as an option and this project's own position strings and moves.
//! Both ends are here, reading and writing, so that an engine and whoever drives it cannot disagree. Nothing here opens an
//! input or output, or knows a game.

mod chances;
mod clock_time;
mod command;
mod declaration;
mod go;
mod info;
mod lines;
mod reply;
mod words;
pub mod xboard;

pub use chances::Chances;
pub use clock_time::ClockTime;
pub use command::{Command, Heard, Start};
pub use declaration::{Declaration, OptionKind};
pub use go::Go;
pub use info::{Evaluation, Info};
pub use lines::read_line;
pub use reply::Reply;

/// The bytes of a line beyond which nobody reads on: a start position and some ten thousand moves.
pub const LONGEST_LINE: usize = 1 << 17;
