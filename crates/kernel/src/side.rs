use std::ops::Not;

/// A player: the first to move, or the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player who begins (White, Player 1).
    First = 0,
    /// The other player (Black, Player 2).
    Second = 1,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns 0 for the first player and 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the player's number, 1 or 2.
    pub const fn number(self) -> usize {
        self as usize + 1
    }
}

impl Not for Side {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}
