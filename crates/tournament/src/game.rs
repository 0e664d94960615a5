use entourage_kernel::Side;

/// Tells how a game of a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Whoever moves first won.
    First,
    /// The other one won.
    Second,
    /// Nobody won.
    Draw,
    /// It was not played: the side that is named has the point, because the other one was not there; `None` if neither was.
    Forfeit(Option<Side>),
}

impl Score {
    /// Returns who has the whole point, if anybody.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw => None,
            Self::Forfeit(there) => there,
        }
    }

    /// Returns what a side has of it, in half points: 0 to 2.
    pub fn halves(self, side: Side) -> u32 {
        match self.winner() {
            Some(winner) if winner == side => 2,
            None if self == Self::Draw => 1,
            _ => 0,
        }
    }

    /// Tells whether the game was played at all.
    pub const fn is_played(self) -> bool {
        !matches!(self, Self::Forfeit(_))
    }
}

/// Tells who plays whom, by their indices, and how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    /// The entrant who moves first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How it ended; `None` while it goes on.
    pub score: Option<Score>,
}

impl Game {
    /// Describes a game that is to be played.
    pub const fn new(first: usize, second: usize) -> Self {
        Self { first, second, score: None }
    }

    /// Returns which side an entrant has, and who has the other; `None` if they do not play in it.
    pub const fn seat(&self, entrant: usize) -> Option<(Side, usize)> {
        if self.first == entrant {
            Some((Side::First, self.second))
        } else if self.second == entrant {
            Some((Side::Second, self.first))
        } else {
            None
        }
    }

    /// Returns the entrants, the one who moves first before the other.
    pub const fn entrants(&self) -> [usize; 2] {
        [self.first, self.second]
    }
}
