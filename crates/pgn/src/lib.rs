//! Games of any rules in PGN, read from a stream by a [`Reader`] and written by [`Game`]; and positions in EPD
//! ([`Epd`]).
//!
//! Moves are plain words here, with their numbers, comments and variations. A game is a flat list of [`Item`]s, so
//! that nothing recurses however deep or long the input is.

mod command;
mod epd;
mod fault;
mod game;
mod reader;
mod source;
mod writer;

pub use command::{clock, commands, time_text};
pub use epd::{Epd, MAX_EPD_BYTES, Operation};
pub use fault::{Fault, SyntaxError};
pub use game::{Game, Item, Move, Place, ROSTER, Tag, Termination, Turn};
pub use reader::{ReadError, Reader};

pub const MAX_GAME_BYTES: u64 = 1 << 22;
pub const MAX_MOVES: usize = 1 << 16;
pub const MAX_DEPTH: usize = 64;
