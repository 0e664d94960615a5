//! Limits on the size of a game, imposed by packed representations.

/// Maximum number of squares. Indices have 7 bits, and index 127 means "no square".
pub(crate) const MAX_SQUARES: usize = 127;
pub(crate) const MAX_KINDS: usize = 32;
pub(crate) const MAX_CARDS: usize = 256;
pub(crate) const MAX_EFFECTS: usize = 24;
