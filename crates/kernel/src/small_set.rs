use crate::bit_set::bit_set;
use crate::{Square, SquareSet};

/// A set of squares on a board of up to 64 squares, as the bits of a `u64`: half as wide as a [`SquareSet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SmallSet(pub u64);

impl SmallSet {
    /// Creates the set of one square, whose index must be below 64.
    #[inline]
    pub const fn of(square: Square) -> Self {
        debug_assert!(square.index() < 64);
        Self(1 << (square.index() & 63))
    }

    /// Returns whether the set holds a square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Raises the index of every square by a number, or lowers it if negative; squares outside 0 to 63 are dropped.
    #[inline]
    pub const fn shift(self, by: isize) -> Self {
        if by < 0 { Self(self.0 >> -by) } else { Self(self.0 << by) }
    }

    /// Converts the set to a [`SquareSet`].
    #[inline]
    pub const fn wide(self) -> SquareSet {
        SquareSet(self.0 as u128)
    }
}

impl From<SmallSet> for SquareSet {
    #[inline]
    fn from(set: SmallSet) -> Self {
        set.wide()
    }
}

bit_set!(SmallSet, u64, SmallSquares);
