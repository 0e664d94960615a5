use crate::bit_set::bit_set;
use crate::{Square, SquareSet};

/// Holds a set of squares of a board of at most 64, as the bits of a `u64`: half as wide as a [`SquareSet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SmallSet(pub u64);

impl SmallSet {
    /// Makes the set of one square, whose index is below 64.
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

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= Self::of(square).0;
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !Self::of(square).0;
    }

    /// Returns the union with one more square.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | Self::of(square).0)
    }

    /// Returns the set less one square.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !Self::of(square).0)
    }

    /// Returns the square of each, moved up by a number of indices, or down by a negative one; squares off the 64 are lost.
    #[inline]
    pub const fn shift(self, by: isize) -> Self {
        if by < 0 { Self(self.0 >> -by) } else { Self(self.0 << by) }
    }

    /// Returns the set as one of any board.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_sets_behave_as_sets() {
        let (a, b) = (Square::new(3), Square::new(63));
        let set: SmallSet = [a, b].into_iter().collect();
        assert_eq!((set.len(), set.wide()), (2, [a, b].into_iter().collect()));
        assert!(set.is_several() && set.contains(b) && !set.contains(Square::new(4)));
        assert_eq!(set.without(a).first(), Some(b));
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [a, b]);
        assert_eq!((set - SmallSet::of(b)) | SmallSet::EMPTY, SmallSet::of(a));
        assert_eq!((set.shift(1), set.shift(-63)), (SmallSet(16), SmallSet(1)));
    }
}
