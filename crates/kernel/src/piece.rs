use crate::{Misfit, Side, limits};

/// A kind of piece, as an index (0 to 31) into the game's list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// Maximum number of kinds of piece.
    pub const LIMIT: usize = limits::MAX_KINDS;

    /// Creates the kind with the given index; fails if the index is out of range.
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
    /// Creates a piece of a kind that belongs to a side.
    #[inline]
    pub const fn new(kind: Kind, side: Side) -> Self {
        Self(kind.0 << 1 | side as u8)
    }

    /// Returns the kind of the piece.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(self.0 >> 1)
    }

    /// Returns the side to which the piece belongs.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns an index below `2 * Kind::LIMIT`, unique for each kind and side.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Creates the piece from the value that [`index`](Self::index) returns.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }
}
