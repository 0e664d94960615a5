//! Records of games of any rules, in PGN's shape: [`Sheet::read`] plays one under its rules and says what is wrong with it, and
//! [`record`] makes one of a game that was played. `docs/RECORD.md` says how they are written.

mod courier;
mod facts;
mod fault;
mod heading;
mod line;
mod sheet;
mod walk;

pub use facts::{Facts, Terms, date_of, record, unplayed};
pub use fault::{Fault, FaultKind};
pub use sheet::{Sheet, Style};

pub use entourage_pgn as pgn;
