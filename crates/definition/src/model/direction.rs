/// A bit set of the words for directions in a definition, such as `straight` or `diagonally forward`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct DirectionWords(u32);

impl DirectionWords {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const STRAIGHT: Self = Self(1);
    pub(crate) const DIAGONAL: Self = Self(2);
    pub(crate) const ANY: Self = Self(3);
    pub(crate) const FORWARD: Self = Self(4);
    pub(crate) const SIDEWAYS: Self = Self(8);
    pub(crate) const DIAGONALLY_FORWARD: Self = Self(16);
    pub(crate) const TURNING: Self = Self(32);
    pub(crate) const ONWARD: Self = Self(64);
    pub(crate) const BENDING: Self = Self(128);
    pub(crate) const OBLIQUELY_FORWARD: Self = Self(256);
    pub(crate) const BACKWARD: Self = Self(512);
    pub(crate) const DIAGONALLY_BACKWARD: Self = Self(1024);
    pub(crate) const LEFT: Self = Self(1 << 11);
    pub(crate) const RIGHT: Self = Self(1 << 12);
    pub(crate) const FORWARD_LEFT: Self = Self(1 << 13);
    pub(crate) const FORWARD_RIGHT: Self = Self(1 << 14);
    pub(crate) const BACKWARD_LEFT: Self = Self(1 << 15);
    pub(crate) const BACKWARD_RIGHT: Self = Self(1 << 16);

    /// Direction words with `left` or `right`, such as `forward left`; each is a single direction on a grid.
    pub(crate) const ONE_SIDED: Self = Self(0x3F << 11);

    pub(crate) const FOLLOWING: Self = Self(Self::TURNING.0 | Self::ONWARD.0 | Self::BENDING.0);

    pub(crate) const ALL: [(&str, Self); 18] = [
        ("any", Self::ANY),
        ("straight", Self::STRAIGHT),
        ("diagonally forward", Self::DIAGONALLY_FORWARD),
        ("diagonally backward", Self::DIAGONALLY_BACKWARD),
        ("obliquely forward", Self::OBLIQUELY_FORWARD),
        ("diagonal", Self::DIAGONAL),
        ("forward left", Self::FORWARD_LEFT),
        ("forward right", Self::FORWARD_RIGHT),
        ("backward left", Self::BACKWARD_LEFT),
        ("backward right", Self::BACKWARD_RIGHT),
        ("left", Self::LEFT),
        ("right", Self::RIGHT),
        ("forward", Self::FORWARD),
        ("backward", Self::BACKWARD),
        ("sideways", Self::SIDEWAYS),
        ("turning", Self::TURNING),
        ("bending", Self::BENDING),
        ("onward", Self::ONWARD),
    ];

    /// Number of words in each half of the set.
    const HALF: u32 = 9;

    /// Iterates over all subsets of the first half of the words, then of the second, in numeric order.
    pub(crate) fn halves() -> [impl Iterator<Item = Self>; 2] {
        let of = |shift: u32| (0..1 << Self::HALF).map(move |bits: u32| Self(bits << shift));
        [of(0), of(Self::HALF)]
    }

    pub(crate) const fn numbers(self) -> [usize; 2] {
        [(self.0 & ((1 << Self::HALF) - 1)) as usize, (self.0 >> Self::HALF) as usize]
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Replaces backward words with the forward words that name the same directions for the other side; drops all other words.
    pub(crate) fn turned(self) -> Self {
        let pairs = [(Self::BACKWARD, Self::FORWARD), (Self::DIAGONALLY_BACKWARD, Self::DIAGONALLY_FORWARD)];
        let meant = pairs.into_iter().filter(|(back, _)| self.has(*back));
        meant.fold(Self::NONE, |all, (_, ahead)| all.with(ahead))
    }

    pub(crate) const fn exchanged(self) -> Self {
        Self(self.0 & !3 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }
}
