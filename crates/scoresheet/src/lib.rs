//! Records of games of any rules, in PGN: [`Sheet::read`] plays one under its rules and reports what is wrong with
//! it, and [`record`] creates one from a played game.
//! `docs/RECORD.md` describes the format.

mod facts;
mod heading;
mod line;
mod sheet;
mod walk;

pub use facts::{Facts, Terms, date_of, record, unplayed};
pub use heading::{Fault, FaultKind};
pub use sheet::{Sheet, Style};

pub use entourage_pgn as pgn;
