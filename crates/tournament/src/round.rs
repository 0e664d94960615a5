use crate::Game;

/// Tells why somebody does not play in a round, and so what they get for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bye {
    /// Nobody was left to play against: a whole point in a Swiss, nothing in a round robin, where everybody rests as often.
    Pairing,
    /// They asked for it: half a point.
    Half,
    /// They have not entered yet, or withdrew: nothing.
    Zero,
}

/// Lists what happens in a round: everybody has one game or one bye, or has not entered.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// The games, the most important board first.
    pub games: Vec<Game>,
    /// Who does not play, by their index, and why.
    pub byes: Vec<(usize, Bye)>,
}

impl Round {
    /// Tells whether all its games are over.
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|game| game.score.is_some())
    }

    /// Finds an entrant's game.
    pub fn game(&self, entrant: usize) -> Option<&Game> {
        self.games.iter().find(|game| game.entrants().contains(&entrant))
    }

    /// Finds an entrant's bye.
    pub fn bye(&self, entrant: usize) -> Option<Bye> {
        self.byes.iter().find(|&&(who, _)| who == entrant).map(|&(_, bye)| bye)
    }
}
