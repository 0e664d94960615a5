/// Holds direction words, each once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DirectionWords(u16);

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

    /// Those that follow another leg.
    pub(crate) const FOLLOWING: Self = Self(Self::TURNING.0 | Self::ONWARD.0 | Self::BENDING.0);

    /// The phrases with their words.
    pub(crate) const ALL: [(&str, Self); 10] = [
        ("any", Self::ANY),
        ("straight", Self::STRAIGHT),
        ("diagonally forward", Self::DIAGONALLY_FORWARD),
        ("obliquely forward", Self::OBLIQUELY_FORWARD),
        ("diagonal", Self::DIAGONAL),
        ("forward", Self::FORWARD),
        ("sideways", Self::SIDEWAYS),
        ("turning", Self::TURNING),
        ("bending", Self::BENDING),
        ("onward", Self::ONWARD),
    ];

    /// Lists all sets of words, in the order of their numbers.
    pub(crate) fn sets() -> impl Iterator<Item = Self> {
        (0..1 << (Self::ALL.len() - 1)).map(Self)
    }

    /// Returns the number of a set of words.
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Tells whether all of some words are among these.
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Tells whether any of some words is among these.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the same with `straight` and `diagonal` exchanged.
    pub(crate) const fn exchanged(self) -> Self {
        Self(self.0 & !3 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }
}
