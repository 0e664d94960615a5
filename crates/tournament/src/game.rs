use entourage_kernel::Side;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    First,
    Second,
    Draw,
    /// The game was not played: the side that was present gets the point; `None` if neither was.
    Forfeit(Option<Side>),
}

impl Score {
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw => None,
            Self::Forfeit(there) => there,
        }
    }

    pub fn halves(self, side: Side) -> u32 {
        match self.winner() {
            Some(winner) if winner == side => 2,
            None if self == Self::Draw => 1,
            _ => 0,
        }
    }

    pub const fn is_played(self) -> bool {
        !matches!(self, Self::Forfeit(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub first: usize,
    pub second: usize,
    pub score: Option<Score>,
}

impl Game {
    pub const fn new(first: usize, second: usize) -> Self {
        Self { first, second, score: None }
    }

    pub const fn seat(&self, entrant: usize) -> Option<(Side, usize)> {
        if self.first == entrant {
            Some((Side::First, self.second))
        } else if self.second == entrant {
            Some((Side::Second, self.first))
        } else {
            None
        }
    }

    pub const fn entrants(&self) -> [usize; 2] {
        [self.first, self.second]
    }
}

/// A player of a tournament, identified by index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entrant {
    /// The rating at the start of the tournament.
    pub rating: Option<u32>,
    /// The first round in which the player takes part, from 1; greater than 1 for late entries.
    pub from_round: u32,
    pub until_round: Option<u32>,
    pub byes_asked: Vec<u32>,
}

impl Entrant {
    pub const fn new(rating: Option<u32>) -> Self {
        Self { rating, from_round: 1, until_round: None, byes_asked: Vec::new() }
    }

    /// Returns whether the player takes part in the tournament in a round (numbered from 1).
    pub fn is_in(&self, round: u32) -> bool {
        self.from_round <= round && self.until_round.is_none_or(|until| round <= until)
    }

    /// Returns whether the player takes part in a round (numbered from 1) and has not requested a bye for it.
    pub fn plays(&self, round: u32) -> bool {
        self.is_in(round) && !self.byes_asked.contains(&round)
    }
}

/// Why a player has no game in a round, which determines the points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bye {
    /// No opponent was left. Scores a point in a Swiss and nothing in a round robin, where all players have equally
    /// many byes.
    Pairing,
    /// The player requested a bye, which scores half a point.
    Half,
    /// The player has not entered yet, or has withdrawn, and scores nothing.
    Zero,
}

/// A round, in which each player who has entered has either a game or a bye.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// The games, the top board first.
    pub games: Vec<Game>,
    pub byes: Vec<(usize, Bye)>,
}

impl Round {
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|game| game.score.is_some())
    }

    pub fn game(&self, entrant: usize) -> Option<&Game> {
        self.games.iter().find(|game| game.entrants().contains(&entrant))
    }

    pub fn bye(&self, entrant: usize) -> Option<Bye> {
        self.byes.iter().find(|&&(who, _)| who == entrant).map(|&(_, bye)| bye)
    }
}
