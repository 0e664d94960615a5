//! PGN games with any rules, read from a stream by a [`Reader`] and formatted by [`Game`]; and EPD positions ([`Epd`]).
//!
//! Moves are not interpreted: they are words, with their numbers, comments and variations. A game is a flat list of
//! [`Item`]s, so that no code recurses, however deep the input is nested.

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
