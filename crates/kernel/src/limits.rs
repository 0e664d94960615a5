//! How much of anything a game may have; what is packed into few bits has no room for more.

/// The squares of a board; one number more means no square.
pub(crate) const SQUARES: usize = 127;
pub(crate) const KINDS: usize = 32;
pub(crate) const CARDS: usize = 256;
pub(crate) const EFFECTS: usize = 24;
