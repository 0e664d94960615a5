use entourage_kernel::{Kind, Piece, Side};

/// The Pacts in force, with one bit per pair of a Player 1 piece and a Player 2 piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pacts(pub(crate) u64);

impl Pacts {
    const fn bit(first: Kind, second: Kind) -> u64 {
        1 << (8 * first.index() + second.index())
    }

    fn bit_of(a: Piece, b: Piece) -> u64 {
        match a.side() {
            _ if a.side() == b.side() => 0,
            Side::First => Self::bit(a.kind(), b.kind()),
            Side::Second => Self::bit(b.kind(), a.kind()),
        }
    }

    #[inline]
    pub(crate) fn join(self, a: Piece, b: Piece) -> bool {
        self.0 & Self::bit_of(a, b) != 0
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn add(&mut self, a: Piece, b: Piece) {
        self.0 |= Self::bit_of(a, b);
    }

    /// Dissolves the Pacts of a piece that is captured or converted (G9).
    #[inline]
    pub(crate) fn dissolve(&mut self, piece: Piece) {
        self.0 &= !match piece.side() {
            Side::First => 0xFF << (8 * piece.kind().index()),
            Side::Second => 0x0101_0101_0101_0101 << piece.kind().index(),
        };
    }

    #[inline]
    pub(crate) fn pairs(self) -> impl Iterator<Item = (Kind, Kind)> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some((Kind(bit / 8), Kind(bit % 8)))
        })
    }

    pub(crate) fn exchanged(self) -> Self {
        Self(self.pairs().fold(0, |bits, (first, second)| bits | Self::bit(second, first)))
    }
}
