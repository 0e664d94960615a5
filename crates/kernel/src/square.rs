use std::fmt;

use crate::{Misfit, limits};

/// A square, as an index (0 to 126) into the topology.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Maximum number of squares; index 127 means "no square".
    pub const LIMIT: usize = limits::MAX_SQUARES;

    /// Creates the square with the given index. Panics if `index` is not below [`Square::LIMIT`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT, "square index out of range");
        Self(index as u8)
    }

    /// Creates the square with an index; fails if the index is out of range.
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
