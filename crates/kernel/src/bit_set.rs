/// Implements what sets of squares share, whatever number of bits holds them: its methods, operators, and the walk over its squares.
macro_rules! bit_set {
    ($set:ident, $bits:ty, $squares:ident) => {
        impl $set {
            /// Holds no square.
            pub const EMPTY: Self = Self(0);

            /// Returns the number of squares.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set holds no square.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether the set holds two squares or more.
            #[inline]
            pub const fn is_several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// Returns whether the two sets share a square.
            #[inline]
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns the square of the lowest index, or `None` for the empty set.
            #[inline]
            pub const fn first(self) -> Option<$crate::Square> {
                if self.0 == 0 { None } else { Some($crate::Square::new(self.0.trailing_zeros() as usize)) }
            }

            /// Returns the only square, or `None` if there are none or several.
            #[inline]
            pub const fn single(self) -> Option<$crate::Square> {
                if self.is_several() { None } else { self.first() }
            }
        }

        $crate::set_operators!($set);

        /// Returns the complement within all bits; intersect it with the board's squares before use.
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

        /// Walks the squares of a set by rising index.
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

/// Implements the operators of a set that is held as bits: union, intersection, symmetric difference, and difference.
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
