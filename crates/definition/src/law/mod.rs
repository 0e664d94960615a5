//! The law: the plain reading of a model, one board at a time.
//!
//! Each file holds a stratum or a moment of `docs/LANGUAGE.md`, and reads only those before it.

mod action;
mod condition;
mod ending;
mod memory;
mod noun;
mod performance;
mod permission;
mod receivers;
mod scene;
mod threat;
mod unreachable;
mod way;

pub(crate) use action::{Action, Deed};
pub(crate) use memory::{Chain, Memory};
pub(crate) use permission::Objection;
pub(crate) use scene::{Context, Pieces, Scene};
pub(crate) use way::Way;
