use entourage_kernel::{Intent, MoveSink, Path, SquareSet};

/// A ply for `minimax`: a move, or a special ply that is not a move. `Option<Ply>` has five bytes, so that table entries have 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply([u8; 4]);

impl Ply {
    /// Waits for one ply, because the opponent's turn continues.
    pub const WAIT: Self = Self::special(0);
    /// Stands pat: ends an exchange of captures, or does not start one.
    pub const HOLD: Self = Self::special(1);
    /// `minimax`'s null move, which is not necessarily legal.
    pub const SKIP: Self = Self::special(2);

    /// Size of `minimax`'s tables indexed by ply.
    pub const PLACES: u16 = 1 << 14;

    /// Creates a special ply, whose bits no move can have: the first square is absent and the second present.
    const fn special(number: u32) -> Self {
        Self((127 | number << 7).to_le_bytes())
    }

    pub fn is_special(self) -> bool {
        matches!(self, Self::WAIT | Self::HOLD | Self::SKIP)
    }

    #[inline]
    pub fn intent(self) -> Intent {
        Intent::from_bits(u32::from_le_bytes(self.0))
    }

    /// Returns an index below [`PLACES`](Self::PLACES); every pair of squares has a different index.
    #[inline]
    pub fn index(self) -> u16 {
        let bits = u32::from_le_bytes(self.0);
        (bits ^ bits >> 14) as u16 & (Self::PLACES - 1)
    }
}

impl From<Intent> for Ply {
    #[inline]
    fn from(intent: Intent) -> Self {
        Self(intent.bits().to_le_bytes())
    }
}

pub struct Plies<'a>(pub &'a mut Vec<Ply>);

impl MoveSink for Plies<'_> {
    #[inline]
    fn push(&mut self, intent: Intent) {
        self.0.push(intent.into());
    }
    #[inline]
    fn fan(&mut self, path: Path, ends: SquareSet) {
        self.0.extend(ends.into_iter().map(|end| Ply::from(path.to(end))));
    }
}
