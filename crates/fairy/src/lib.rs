//! Imports variants of Fairy-Stockfish from its configuration file `variants.ini` as game definitions.
//!
//! A configuration consists of sections. Each is a variant, possibly based on an earlier or built-in one
//! (`variants/fairy-stockfish.ini`).
//! The options of a variant become `Rules`; a `Draft` collects the data for the definition, and `write` writes it.
//! Every option that the definition language cannot express is refused, with its line number; nothing is ignored silently.

mod area;
mod betza;
mod configuration;
mod draft;
mod ends;
mod events;
mod kinds;
mod options;
mod passing;
mod piece_type;
mod pieces;
mod refusal;
mod rules;
mod start;
mod unsupported;
mod walls;
mod words;
mod write;

pub use configuration::{Configuration, FileError, Imported, MAX_BYTES, MAX_SECTIONS};
pub use refusal::{Note, Reason, Refusal};
