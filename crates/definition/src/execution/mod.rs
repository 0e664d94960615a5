//! Execution: what a move does once it is known to be legal, and which end then applies.
//!
//! Shared by the law and the generator, which find moves independently of each other. Both answer its questions about a board through
//! [`Reading`]; execution depends on neither.

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
