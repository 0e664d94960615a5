use entourage_kernel::Intent;

use crate::Score;

/// The best move found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// The best move, always a legal one.
    pub intent: Intent,
    /// The score of the move, for the side to move at the root.
    pub score: Score,
    /// The depth in plies at which the move was found; 0 if nothing has been searched.
    pub depth: u32,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// The principal variation, starting with this move.
    pub variation: Vec<Intent>,
}

/// A root move with its exact score and principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The first move of the variation.
    pub intent: Intent,
    /// The score of the move, for the side to move at the root.
    pub score: Score,
    /// The principal variation, starting with this move.
    pub moves: Vec<Intent>,
}
