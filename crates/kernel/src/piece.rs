use crate::{Misfit, Side, limits};

/// A kind of piece, as an index into the game's list of kinds, 0 to 31.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// Maximum number of kinds of piece.
    pub const LIMIT: usize = limits::MAX_KINDS;

    /// Creates the kind with an index; fails if the index is out of range.
    pub const fn try_new(index: usize) -> Result<Self, Misfit> {
        if index < Self::LIMIT {
            Ok(Self(index as u8))
        } else {
            Err(Misfit::Kinds { found: index.saturating_add(1) })
        }
    }

    /// Returns the index in the game's list of kinds.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind of piece and its side, packed into one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// Creates a piece.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Self {
        Self(kind.0 << 1 | side as u8)
    }

    /// Returns the kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 >> 1)
    }

    /// Returns the owner.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns a unique index below `2 * Kind::LIMIT`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Creates the piece with an [`index`](Self::index).
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }
}
