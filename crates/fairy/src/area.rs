use crate::refusal::Reason;

pub(crate) const FILES: usize = 12;
pub(crate) const RANKS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Area(u128);

impl Area {
    pub(crate) const EMPTY: Self = Self(0);
    pub(crate) const ALL: Self = Self((1 << (FILES * RANKS)) - 1);

    pub(crate) fn of(file: usize, rank: usize) -> Self {
        if file < FILES && rank < RANKS { Self(1 << (rank * FILES + file)) } else { Self::EMPTY }
    }

    pub(crate) fn rank(rank: usize) -> Self {
        Self::of_all((0..FILES).map(|file| (file, rank)))
    }

    pub(crate) fn board(files: usize, ranks: usize) -> Self {
        Self::of_all((0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))))
    }

    pub(crate) fn of_all(squares: impl IntoIterator<Item = (usize, usize)>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |all, (file, rank)| all | Self::of(file, rank))
    }

    pub(crate) fn has(self, file: usize, rank: usize) -> bool {
        self.0 & Self::of(file, rank).0 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) fn squares(self) -> impl Iterator<Item = (usize, usize)> {
        (0..FILES * RANKS)
            .filter(move |index| self.0 >> index & 1 != 0)
            .map(|index| (index % FILES, index / FILES))
    }

    pub(crate) fn mirrored(self, ranks: usize) -> Self {
        let below = self.squares().filter(|(_, rank)| *rank < ranks);
        Self::of_all(below.map(|(file, rank)| (file, ranks - 1 - rank)))
    }

    /// Parses a list of squares, files (`a*`) and ranks (`*1`).
    pub(crate) fn read(text: &str) -> Result<Self, Reason> {
        let fault = || Reason::Value(text.chars().take(40).collect());
        let file = |letter: u8| {
            Some(usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'))).filter(|file| *file < FILES)
        };
        let rank = |digits: &str| {
            digits.parse::<usize>().ok().filter(|rank| (1..=RANKS).contains(rank)).map(|rank| rank - 1)
        };
        let mut all = Self::EMPTY;
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let (first, rest) = (word.as_bytes()[0], word.get(1..).unwrap_or_default());
            let found = if first == b'*' {
                rank(rest).map(Self::rank)
            } else if rest == "*" {
                file(first).map(|file| Self::of_all((0..RANKS).map(|rank| (file, rank))))
            } else {
                file(first).zip(rank(rest)).map(|(file, rank)| Self::of(file, rank))
            };
            all = all | found.ok_or_else(fault)?;
        }
        Ok(all)
    }
}

impl std::ops::BitOr for Area {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Area {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::Sub for Area {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
