use entourage_kernel::Intent;

use crate::Score;

/// Holds the best move known at a moment of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// The move.
    pub intent: Intent,
    /// Its score for the side to move at the root.
    pub score: Score,
    /// The depth in plies at which it was found; 0 if nothing has been searched yet.
    pub depth: u32,
    /// The positions looked at so far.
    pub nodes: u64,
    /// The principal variation, this move first.
    pub variation: Vec<Intent>,
}

/// Holds a move at the root with its exact score and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The move.
    pub intent: Intent,
    /// Its score for the side to move at the root.
    pub score: Score,
    /// The principal variation, this move first.
    pub moves: Vec<Intent>,
}
