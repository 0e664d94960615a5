use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Square, SquareSet};

/// Holds a set of squares of a board of at most 64, as the bits of a `u64`: half as wide as a [`SquareSet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SmallSet(pub u64);

impl SmallSet {
    /// Holds no square.
    pub const EMPTY: Self = Self(0);

    /// Makes the set of one square, whose index is below 64.
    #[inline]
    pub const fn of(square: Square) -> Self {
        debug_assert!(square.index() < 64);
        Self(1 << (square.index() & 63))
    }

    /// Tells whether the set holds a square.
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

    /// Returns the number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Tells whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether the set holds two squares or more.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Tells whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the square of the lowest index, or `None` for the empty set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as usize)) }
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

/// Implements operators that work bit by bit.
macro_rules! bitwise {
    ($($operator:ident $method:ident $assigning:ident $assign:ident |$a:ident, $b:ident| $bits:expr;)*) => {$(
        impl $operator for SmallSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($bits)
            }
        }
        impl $assigning for SmallSet {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

bitwise! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

/// Returns the complement within all 64 bits; intersect it with the board's squares before use.
impl Not for SmallSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for SmallSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// Walks the squares of a small set by rising index.
#[derive(Clone, Debug)]
pub struct SmallSquares(u64);

impl Iterator for SmallSquares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = SmallSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}
impl ExactSizeIterator for SmallSquares {}

impl IntoIterator for SmallSet {
    type Item = Square;
    type IntoIter = SmallSquares;
    #[inline]
    fn into_iter(self) -> SmallSquares {
        SmallSquares(self.0)
    }
}

impl fmt::Debug for SmallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

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
