//! The terms of the evaluation.

use entourage_kernel::terms;

use crate::geometry::ROWS;

pub(crate) const RULES: usize = 12;

terms! {
    /// A nonwhite piece.
    PIECE: 1;
    /// A Rule that is not spent, by Rule.
    RULE: RULES;
    /// The White, by its row as counted from its own side.
    PROGRESS: ROWS;
    /// A nonwhite piece, by its row as counted from its own side.
    STATION: ROWS;
    /// A piece ahead of the enemy White, which can still meet it.
    GUARD: 1;
    /// No enemy is ahead of the White.
    FREE_WAY: 1;
    /// A row between the White and its goal if no enemy is ahead.
    FREE_STEP: 1;
    /// An enemy piece still in its base, where the White can zap it.
    ZAPPABLE: 1;
    /// An own piece next to the White; sideways neighbours count twice.
    COMPANY: 1;
    /// An enemy piece next to the White; sideways neighbours count twice.
    INTRUDER: 1;
    /// A nonwhite piece next to another that it can jump.
    CHAIN: 1;
    /// The right to move.
    TEMPO: 1;
}
