use std::fmt;

use crate::{Misfit, limits};

/// Names one square of a topology by its index, 0 to 126.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Bounds the number of squares of any topology; the index 127 is kept free to mean "no square".
    pub const LIMIT: usize = limits::SQUARES;

    /// Makes the square of an index.
    ///
    /// # Panics
    /// If `index` is not below [`Square::LIMIT`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT, "square index out of range");
        Self(index as u8)
    }

    /// Makes the square of an index that may be none.
    pub const fn try_new(index: usize) -> Result<Self, Misfit> {
        if index < Self::LIMIT { Ok(Self(index as u8)) } else { Err(Misfit::OffBoard { index }) }
    }

    /// Returns the index, 0 to 126.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
