//! The law: the plain reading of a model, one board at a time.
//!
//! Strata of one board, each of which reads only those before it: what stands where (`noun`, `condition`), ways and attacks (`way`),
//! powers and permissions (`card`, `receivers`, `permission`, `duty`), threats (`threat`), legal moves (`action`), and ends (`ending`).
//! What a move does, moment by moment, stands in `performance`.

mod action;
mod card;
mod condition;
mod duty;
mod ending;
mod hand;
mod memory;
mod noun;
mod performance;
mod permission;
mod receivers;
mod scene;
mod standing;
mod target;
mod threat;
mod unreachable;
mod walk;
mod way;

pub(crate) use action::{Action, Deed};
pub(crate) use hand::Hand;
pub(crate) use memory::{Chain, Memory};
pub(crate) use permission::Objection;
pub(crate) use scene::{Context, Pieces, Scene};
pub(crate) use standing::standing;
pub(crate) use way::Way;

/// Holds a position of a game that is written as text.
pub type Position = entourage_kernel::Position<Memory, 32>;
