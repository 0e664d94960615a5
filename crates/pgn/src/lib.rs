//! Games as PGN writes them, of any rules: a [`Reader`] takes one after the other from a stream, and [`Game`] writes itself; and positions as
//! EPD writes them ([`Epd`]).
//!
//! Nothing here knows what a move means: it is a word, with its number, its remarks and what could have been played instead. A game is a
//! flat list of [`Item`]s, so that neither depth nor length of what somebody wrote is felt by whoever walks along it.

mod command;
mod epd;
mod fault;
mod game;
mod place;
mod reader;
mod source;
mod tag;
mod termination;
mod tidy;
mod turn;
mod writer;

pub use command::{clock, commands, time_text, without_commands};
pub use epd::{Epd, LONGEST_EPD, Operation};
pub use fault::{Fault, SyntaxError};
pub use game::{Game, Item, Move};
pub use place::Place;
pub use reader::{ReadError, Reader};
pub use tag::{ROSTER, Tag};
pub use termination::Termination;
pub use turn::Turn;

/// The bytes of a game beyond which nobody reads on.
pub const LONGEST_GAME: u64 = 1 << 22;
/// The moves of a game, those of its variations among them, beyond which nobody reads on.
pub const MOST_MOVES: usize = 1 << 16;
/// How deeply variations may lie within each other.
pub const DEEPEST: usize = 64;
