//! Game Courier's notation, both ways: the moves of any game as its players type them, read under our rules.
//!
//! Game Courier enforces no rules: a turn is what the player's hands do, leg by leg. Our moves are lists of effects,
//! so writing a turn is writing those, and reading one is finding the legal moves with the same outcome.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
