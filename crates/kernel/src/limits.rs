//! How much of anything a game may have; what is packed into few bits has no room for more.

/// The squares of a board; one number more means no square.
pub(crate) const SQUARES: usize = 127;
/// The kinds of piece.
pub(crate) const KINDS: usize = 32;
/// The cards of a catalogue.
pub(crate) const CARDS: usize = 256;
/// The effects of a move.
pub(crate) const EFFECTS: usize = 24;
