//! Generates random tournaments, and formats them as FIDE tournament reports (TRF).

use std::cmp::Reverse;
use std::fmt::Write;

use entourage_kernel::{Random, Side};
use entourage_tournament::{Bye, Entrant, NoPairing, Round, Score, swiss};

pub struct Tournament {
    pub entrants: Vec<Entrant>,
    pub played: Vec<Round>,
    pub rounds: u32,
    pub lot: Side,
    random: Random,
}

impl Tournament {
    /// Creates a random tournament; in two thirds of the tournaments, some players enter late, withdraw, or request byes.
    pub fn draw(seed: u64, least: usize, most: usize) -> Self {
        let mut random = Random::new(seed);
        let count = least + random.below(most - least + 1);
        let is_steady = random.one_in(3);
        Self::with(random, count, is_steady)
    }

    /// Creates a random tournament with an even number of players, who all play every round.
    pub fn draw_steady(seed: u64, least: usize, most: usize) -> Self {
        let mut random = Random::new(seed);
        let count = 2 * (least + random.below(most - least + 1) / 2);
        Self::with(random, count, true)
    }

    fn with(mut random: Random, count: usize, is_steady: bool) -> Self {
        let rounds = 3 + random.below(9) as u32;
        let entrant = |random: &mut Random| {
            let mut entrant = Entrant::new((!random.one_in(12)).then(|| 1200 + random.below(200) as u32));
            if is_steady {
                return entrant;
            }
            let round = |random: &mut Random| 1 + random.below(rounds as usize) as u32;
            if random.one_in(12) {
                entrant.from_round = round(random);
            }
            if random.one_in(12) {
                entrant.until_round = Some(round(random));
            }
            if random.one_in(6) {
                entrant.byes_asked = (0..1 + random.below(2)).map(|_| round(random)).collect();
            }
            entrant
        };
        let entrants = (0..count).map(|_| entrant(&mut random)).collect();
        let lot = if random.one_in(2) { Side::First } else { Side::Second };
        Self { entrants, played: Vec::new(), rounds, lot, random }
    }

    pub fn pair(&self) -> Result<Round, NoPairing> {
        swiss(&self.entrants, &self.played, self.rounds, self.lot)
    }

    pub fn present(&self) -> usize {
        let next = self.played.len() as u32 + 1;
        self.entrants.iter().filter(|entrant| entrant.plays(next)).count()
    }

    pub fn play(&mut self, mut round: Round) {
        for game in &mut round.games {
            game.score = Some(match self.random.below(20) {
                0..8 => Score::First,
                8..13 => Score::Second,
                13..18 => Score::Draw,
                18 => Score::Forfeit(Some([Side::First, Side::Second][self.random.below(2)])),
                _ => Score::Forfeit(None),
            });
        }
        self.played.push(round);
    }

    pub fn numbers(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.entrants.len()).collect();
        ranked.sort_by_key(|&who| Reverse(self.entrants[who].rating));
        let mut numbers = vec![0; ranked.len()];
        for (number, who) in (1..).zip(ranked) {
            numbers[who] = number;
        }
        numbers
    }

    pub fn report(&self) -> String {
        let numbers = self.numbers();
        let mut ranked: Vec<usize> = (0..self.entrants.len()).collect();
        ranked.sort_by_key(|&who| numbers[who]);
        let lot = if self.lot == Side::First { "white1" } else { "black1" };
        let mut report = format!("012 Random\nXXR {}\nXXC {lot}\n", self.rounds);
        for who in ranked {
            let mut halves = 0;
            let mut row = String::new();
            for round in &self.played {
                let (opponent, side, result) = match (round.game(who), round.bye(who)) {
                    (Some(game), _) => {
                        let (side, opponent) = game.seat(who).unwrap();
                        let score = game.score.unwrap();
                        halves += score.halves(side);
                        let result = match (score.is_played(), score.halves(side)) {
                            (true, points) => ['0', '=', '1'][points as usize],
                            (false, 0) => '-',
                            (false, _) => '+',
                        };
                        (numbers[opponent], if side == Side::First { 'w' } else { 'b' }, result)
                    }
                    (None, Some(bye)) => {
                        let (points, result) = match bye {
                            Bye::Pairing => (2, 'U'),
                            Bye::Half => (1, 'H'),
                            Bye::Zero => (0, 'Z'),
                        };
                        halves += points;
                        (0, '-', result)
                    }
                    (None, None) => unreachable!("a round includes every player"),
                };
                write!(row, "  {opponent:04} {side} {result}").unwrap();
            }
            if !self.entrants[who].plays(self.played.len() as u32 + 1) {
                row.push_str("  0000 - Z");
            }
            let (number, rating) = (numbers[who], self.entrants[who].rating.unwrap_or(0));
            let points = format!("{}.{}", halves / 2, halves % 2 * 5);
            writeln!(
                report,
                "001 {number:4}      {:<33} {rating:4} {:27}{points:>4} {number:4}{row}",
                "Somebody", ""
            )
            .unwrap();
        }
        report
    }
}
