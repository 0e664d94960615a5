//! Variants of Fairy-Stockfish, read from its configuration `variants.ini` and written as games of the language of text games.
//!
//! A configuration is cut into sections (`ini`), each of which is a variant that may be like one before it, or like one that
//! Fairy-Stockfish has built in (`variants/fairy-stockfish.ini`). Their options come to `Rules`; a `Draft` finds what the language needs to know of
//! these, and `write` says it. What the language cannot say is refused, every option of it with its line; nothing is passed over in
//! silence.

mod area;
mod betza;
mod castling;
mod configuration;
mod draft;
mod enclosing;
mod ends;
mod events;
mod ini;
mod kinds;
mod note;
mod options;
mod passing;
mod piece_type;
mod pieces;
mod refusal;
mod rows;
mod royalty;
mod rules;
mod start;
mod unsaid;
mod walls;
mod words;
mod write;

pub use configuration::{Configuration, Imported};
pub use ini::{FileError, MOST_BYTES, MOST_SECTIONS};
pub use note::Note;
pub use refusal::{Reason, Refusal};
