//! PGN records of any game: [`Sheet::read`] plays a record under its rules and reports the first error, and [`record`]
//! creates a record from a played game.
//! `docs/RECORD.md` describes the format.

mod facts;
mod heading;
mod line;
mod sheet;
mod walk;

pub use facts::{Facts, Terms, date_of, record, unplayed};
pub use heading::{Fault, FaultKind, spec, use_shipped};
pub use line::Line;
pub use sheet::{Sheet, Style};
pub use walk::positions;

pub use entourage_pgn as pgn;
