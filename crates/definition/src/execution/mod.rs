//! Execution: what a move does, once it is known to be one, and which end holds afterwards.
//!
//! The law and the generator share this and decide on their own which moves there are; each answers what execution asks of a
//! board through [`Reading`]. It names neither of them.

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

/// Which piece is where.
pub(crate) type Pieces = entourage_kernel::Placement<32>;

/// A position of a game that is written as text.
pub type Position = entourage_kernel::Position<Memory, 32>;
