//! Reads games of any board game in PGN from a stream ([`Reader`]) and formats them ([`Game`]); also handles EPD ([`Epd`]).
//!
//! Moves are kept as words and are not interpreted. A game is a flat list of [`Item`]s (moves, comments, variations), so
//! that no code recurses, however deeply the input is nested.

mod command;
mod epd;
mod fault;
mod game;
mod reader;
mod source;
mod writer;

pub use command::{clock, commands, time_text};
pub use epd::{Epd, MAX_EPD_BYTES, Operation};
pub use fault::{Fault, SyntaxError, Warning};
pub use game::{Game, Item, Move, Place, ROSTER, Tag, Termination, Turn};
pub use reader::{ReadError, Reader};

pub const MAX_GAME_BYTES: u64 = 1 << 22;
pub const MAX_MOVES: usize = 1 << 16;
pub const MAX_DEPTH: usize = 64;
/// Maximum number of warnings kept for a game; further ones are dropped.
pub const MAX_WARNINGS: usize = 100;
