//! The importer: what it reads and refuses, how much it imports, and whether that plays like Fairy-Stockfish.

mod agreement;
mod count;
mod parsing;
mod pyffish;
