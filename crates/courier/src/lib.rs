//! Reads and writes the notation in which Game Courier's players type moves, for any game.
//!
//! In Game Courier, a turn lists each manual change of the board, leg by leg, and no rules are enforced. In Entourage, a move is
//! a list of effects. So writing a turn converts effects to legs, and reading one finds the legal moves with the same effects.

#![warn(missing_docs)]

mod any_position;
mod compact;
mod context;
mod definition_draft;
mod diagram;
mod error;
mod export;
mod fen;
mod import;
mod preset;
mod settings;
mod short;
mod skeleton;
mod turn;
mod vocabulary;

pub use compact::{read_compact, write_compact};
pub use context::{GameContext, Opening, read_board, write_board};
pub use definition_draft::write_skeleton;
pub use diagram::Diagram;
pub use error::CourierError;
pub use export::{export, write_ply};
pub use import::{Read, import};
pub use preset::{Preset, unnumbered, write_preset};
pub use settings::{Assignment, Settings};
pub use short::read_entry;
pub use skeleton::{Skeleton, Space};
pub use turn::{Action, Leg, Turn, Word};
pub use vocabulary::Vocabulary;
