//! Carries out legal moves, and determines which end condition then applies.
//!
//! The reference implementation (`law`) and the fast `generator` share this module, but find moves independently. The module queries
//! the board through [`Reading`], which both implement.

mod events;
mod hand;
mod memory;
mod performance;
mod reading;
mod turn;

pub(crate) use events::{happened, lose_rights};
pub(crate) use hand::Hand;
pub(crate) use memory::{Chain, Memory};
pub(crate) use performance::{Performance, Table};
pub(crate) use reading::{Context, Deed, Journey, Reading, Route};

pub(crate) type Pieces = entourage_kernel::Placement<32>;

/// A position of a game written as text.
pub type Position = entourage_kernel::Position<Memory, 32>;
