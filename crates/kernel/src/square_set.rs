use crate::Square;
use crate::bit_set::bit_set;

/// A set of squares as the bits of a `u128`; bit `i` is the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// Creates the set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Creates the set of the squares with indices below `count`.
    #[inline]
    pub const fn first_squares(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// Returns whether the set holds a square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }
}

bit_set!(SquareSet, u128, Squares);
