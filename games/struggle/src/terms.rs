//! The terms of the evaluation. Each comment describes a count; the term is the first side's count minus the second's.

use entourage_kernel::terms;

use crate::geometry::ROWS;

pub(crate) const RULES: usize = 12;

terms! {
    /// Number of nonwhite pieces.
    PIECE: 1;
    /// Unspent Rules, by Rule.
    RULE: RULES;
    /// The White, by its row (0 is the player's own first row).
    PROGRESS: ROWS;
    /// Nonwhite pieces, by row (0 is the player's own first row).
    STATION: ROWS;
    /// Pieces ahead of the enemy White, which can still block or capture it.
    GUARD: 1;
    /// 1 if no enemy is ahead of the White.
    FREE_WAY: 1;
    /// Rows between the White and its goal, if no enemy is ahead of it.
    FREE_STEP: 1;
    /// Enemy pieces still in their home base, while the White can still reach the zap row.
    ZAPPABLE: 1;
    /// Friendly pieces next to the White; sideways neighbours count twice.
    COMPANY: 1;
    /// Enemy pieces next to the White; sideways neighbours count twice.
    INTRUDER: 1;
    /// Pairs of adjacent friendly nonwhite pieces; pairs in the same row count twice.
    CHAIN: 1;
    /// 1 for the side to move.
    TEMPO: 1;
}
