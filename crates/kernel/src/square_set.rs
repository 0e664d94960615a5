use crate::Square;
use crate::bit_set::bit_set;

/// Holds a set of squares as the bits of a `u128`, bit `i` for the square of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// Makes the set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Makes the set of the first `count` squares.
    #[inline]
    pub const fn first_squares(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// Returns whether the set holds a square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Returns the union with one more square.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// Returns the set less one square.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }
}

bit_set!(SquareSet, u128, Squares);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let (a, b) = (Square::new(3), Square::new(126));
        let set: SquareSet = [a, b].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert!(set.is_several() && set.contains(b) && !set.contains(Square::new(4)));
        assert_eq!(set.without(a).single(), Some(b));
        assert_eq!(set.single(), None);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [a, b]);
        assert_eq!((set - SquareSet::of(b)) | SquareSet::EMPTY, SquareSet::of(a));
    }
}
