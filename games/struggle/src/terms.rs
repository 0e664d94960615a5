//! What an estimate is the sum of.

use entourage_kernel::terms;

use crate::geometry::ROWS;

/// The number of Rules.
pub(crate) const RULES: usize = 12;

terms! {
    /// A nonwhite piece.
    PIECE: 1;
    /// A Rule that can still do something, in the order of the Rules.
    RULE: RULES;
    /// The White, by its row from its own side.
    PROGRESS: ROWS;
    /// A nonwhite piece, by its row from its own side.
    STATION: ROWS;
    /// A piece that can still meet the enemy White, lying ahead of it.
    GUARD: 1;
    /// A way home on which no enemy is left.
    FREE_WAY: 1;
    /// A row still to go on it.
    FREE_STEP: 1;
    /// An enemy piece still in its base, where the White to come would zap it.
    ZAPPABLE: 1;
    /// An own piece ahead of the White or behind it; beside it, which is both, counts twice.
    COMPANY: 1;
    /// An enemy piece next to the White.
    INTRUDER: 1;
    /// A nonwhite piece next to another, which it can jump or be jumped over by.
    CHAIN: 1;
    /// To be on move.
    TEMPO: 1;
}
