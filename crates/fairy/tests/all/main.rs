//! The importer: what it reads and refuses, how much it imports, and whether that plays as Fairy-Stockfish does.

mod agreement;
mod count;
mod parsing;
mod pyffish;
