/// Implements the methods, operators and iterator of a set of squares stored in any unsigned integer type.
macro_rules! bit_set {
    ($set:ident, $bits:ty, $squares:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// Returns the number of squares in the set.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set holds no square.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether the set holds at least two squares.
            #[inline]
            pub const fn is_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// Returns whether the two sets have at least one square in common.
            #[inline]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns the square with the lowest index, or `None` if the set is empty.
            #[inline]
            pub const fn first(self) -> Option<$crate::Square> {
                if self.0 == 0 { None } else { Some($crate::Square::new(self.0.trailing_zeros() as usize)) }
            }

            /// Returns the square if the set holds exactly one, otherwise `None`.
            #[inline]
            pub const fn single(self) -> Option<$crate::Square> {
                if self.is_several() { None } else { self.first() }
            }

            /// Adds a square to the set.
            #[inline]
            pub const fn insert(&mut self, square: $crate::Square) {
                self.0 |= Self::of(square).0;
            }

            /// Removes a square from the set.
            #[inline]
            pub const fn remove(&mut self, square: $crate::Square) {
                self.0 &= !Self::of(square).0;
            }

            /// Returns a copy of the set with a square added.
            #[inline]
            pub const fn with(self, square: $crate::Square) -> Self {
                Self(self.0 | Self::of(square).0)
            }

            /// Returns a copy of the set with a square removed.
            #[inline]
            pub const fn without(self, square: $crate::Square) -> Self {
                Self(self.0 & !Self::of(square).0)
            }
        }

        $crate::set_operators!($set);

        /// Returns the complement over all bits; intersect it with the board's squares before use.
        impl std::ops::Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl FromIterator<$crate::Square> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $crate::Square>>(squares: I) -> Self {
                squares.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        /// An iterator over the squares of a set, in ascending order of index.
        #[derive(Clone, Debug)]
        pub struct $squares($bits);

        impl Iterator for $squares {
            type Item = $crate::Square;
            #[inline]
            fn next(&mut self) -> Option<$crate::Square> {
                let square = $set(self.0).first()?;
                self.0 &= self.0 - 1;
                Some(square)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.0.count_ones() as usize;
                (count, Some(count))
            }
        }
        impl ExactSizeIterator for $squares {}

        impl IntoIterator for $set {
            type Item = $crate::Square;
            type IntoIter = $squares;
            #[inline]
            fn into_iter(self) -> $squares {
                $squares(self.0)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

/// Implements the union, intersection, symmetric difference and difference operators for a bit set.
#[macro_export]
macro_rules! set_operators {
    ($set:ident) => {
        $crate::set_operators! { $set:
            BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
            BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
            BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
            Sub sub SubAssign sub_assign |a, b| a & !b;
        }
    };
    ($set:ident: $($operator:ident $method:ident $assigning:ident $assign:ident |$a:ident, $b:ident| $bits:expr;)*) => {$(
        impl std::ops::$operator for $set {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($bits)
            }
        }
        impl std::ops::$assigning for $set {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = std::ops::$operator::$method(*self, other);
            }
        }
    )*};
}

pub(crate) use bit_set;

#[cfg(test)]
mod tests {
    use crate::{SmallSet, Square, SquareSet};

    macro_rules! check {
        ($set:ident, $last:expr) => {
            let (a, b) = (Square::new(3), Square::new($last));
            let set: $set = [a, b].into_iter().collect();
            assert!(set.is_several() && set.contains(b) && !set.contains(Square::new(4)));
            assert_eq!((set.len(), set.single(), set.without(a).single()), (2, None, Some(b)));
            assert_eq!(set.into_iter().collect::<Vec<_>>(), [a, b]);
            assert_eq!((set - $set::of(b)) | $set::EMPTY, $set::of(a));
        };
    }

    #[test]
    fn sets_behave_as_sets() {
        check!(SquareSet, 126);
        check!(SmallSet, 63);
        let set = SmallSet(1 << 3 | 1 << 63);
        assert_eq!(set.wide(), [3, 63].map(Square::new).into_iter().collect());
        assert_eq!((set.shift(1), set.shift(-63)), (SmallSet(16), SmallSet(1)));
    }
}
