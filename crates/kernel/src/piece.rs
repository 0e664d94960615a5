use crate::{Misfit, Side, limits};

/// Names a kind of piece by its index in the game's list of kinds, 0 to 31.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// Bounds the number of kinds of any game.
    pub const LIMIT: usize = limits::KINDS;

    /// Makes the kind of an index that may be none.
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

/// Names a piece by kind and side, packed into one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// Makes a piece.
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

    /// Returns a number below `2 * Kind::LIMIT` that no other piece has.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the piece of an [`index`](Self::index).
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }
}
