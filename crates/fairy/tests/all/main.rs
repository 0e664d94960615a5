//! Tests what the importer parses and refuses, which variants it imports, and whether they play like Fairy-Stockfish.

mod agreement;
mod count;
mod parsing;
mod pyffish;
