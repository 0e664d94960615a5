use std::collections::HashMap;

use crate::{GameRecord, Pairs, Sprt, Verdict, Winner};

/// The results of a match from the first player's perspective.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub pairs: Pairs,
    /// Number of games that each player lost by an illegal move, on time, or by a crash.
    pub faults: [u32; 2],
    pub sprt: Option<Sprt>,
    /// The first player's score, in half points, in each pair of which only one game has finished, by pair number.
    half: HashMap<u32, usize>,
}

impl Standing {
    pub(crate) fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, ..Self::default() }
    }

    pub(crate) fn add(&mut self, game: &GameRecord) {
        match game.result {
            Winner::A => self.wins += 1,
            Winner::B => self.losses += 1,
            Winner::Draw => self.draws += 1,
        }
        if game.is_fault() {
            self.faults[usize::from(game.result == Winner::A)] += 1;
        }
        let score = game.result.halves();
        match self.half.remove(&game.pair) {
            Some(other) => self.pairs.0[score + other] += 1,
            None => {
                self.half.insert(game.pair, score);
            }
        }
    }

    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub fn percent(&self) -> f64 {
        match self.games() {
            0 => 50.0,
            games => f64::from(2 * self.wins + self.draws) * 50.0 / f64::from(games),
        }
    }

    pub fn verdict(&self) -> Option<Verdict> {
        self.sprt?.verdict(&self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Contestant;

    #[test]
    fn games_make_pairs() {
        let mut standing = Standing::new(None);
        let game = |pair, first, result, reason: &str| GameRecord {
            pair,
            first,
            opening: String::new(),
            moves: String::new(),
            result,
            reason: reason.to_owned(),
        };
        standing.add(&game(0, Contestant::A, Winner::A, "mate"));
        standing.add(&game(1, Contestant::A, Winner::Draw, "length"));
        assert_eq!(standing.pairs.count(), 0);
        standing.add(&game(1, Contestant::B, Winner::B, "crash exit status: 1"));
        standing.add(&game(0, Contestant::B, Winner::A, "time"));
        assert_eq!(standing.pairs, Pairs([0, 1, 0, 0, 1]));
        assert_eq!((standing.wins, standing.draws, standing.losses, standing.faults), (2, 1, 1, [1, 1]));
        assert!((standing.percent() - 62.5).abs() < 1e-9 && standing.verdict().is_none());
    }
}
