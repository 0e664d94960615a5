use std::cmp::Reverse;

use entourage_kernel::Side;

use super::NoPairing;
use crate::{Bye, Entrant, Round};

/// How much somebody ought to have a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// They have had both equally often, or neither.
    Mild,
    /// They have had the other one once more.
    Strong,
    /// They have had the other one twice more, or the last two times.
    Absolute,
}

/// What somebody did in a round, compared with whom they met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Float {
    /// They met somebody with fewer points, or had points without playing.
    Down,
    /// They met somebody with more points.
    Up,
    /// Neither.
    No,
}

/// Somebody who is to be paired, as the rules see them.
#[derive(Clone, Debug)]
pub struct Player {
    /// Their index among the entrants.
    pub entrant: usize,
    /// Their rank among those who have been paired or are to be, from 0: by rating, then by index.
    pub rank: usize,
    /// Half points.
    pub score: u32,
    /// Games that were played.
    pub games: u32,
    /// Sides in games that were played, the first one first.
    pub sides: Vec<Side>,
    /// Which side they ought to have.
    pub preference: Option<(Side, Strength)>,
    /// How much more often they had the first side.
    pub balance: i32,
    /// What they did in the last round and in the one before that.
    pub floats: [Float; 2],
    /// Whether a bye may be allotted to them.
    pub may_rest: bool,
    /// Whom they have met, by indices of entrants.
    met: Vec<bool>,
}

impl Player {
    /// Tells whether they have met an entrant.
    pub fn has_met(&self, other: &Self) -> bool {
        self.met[other.entrant]
    }

    /// Returns the side that they ought to have at any cost.
    pub fn absolute(&self) -> Option<Side> {
        self.preference.filter(|&(_, strength)| strength == Strength::Absolute).map(|(side, _)| side)
    }

    /// Returns which side they had in both of their last two games, if it was the same.
    pub fn repeated(&self) -> Option<Side> {
        match self.sides[..] {
            [.., one, two] if one == two => Some(two),
            _ => None,
        }
    }

    /// Tells whether they had one side at least twice more than the other.
    pub fn is_unbalanced(&self) -> bool {
        self.balance.abs() > 1
    }

    fn prefer(&mut self) {
        let lacking = if self.balance > 0 { Side::Second } else { Side::First };
        self.preference = match (self.balance.abs(), self.repeated(), self.sides.last()) {
            (2.., _, _) => Some((lacking, Strength::Absolute)),
            (_, Some(side), _) => Some((!side, Strength::Absolute)),
            (1, None, _) => Some((lacking, Strength::Strong)),
            (_, None, Some(&side)) => Some((!side, Strength::Mild)),
            (_, None, None) => None,
        };
    }
}

/// Reads what the rounds before make of those who play in the next one, in the order of their standing.
///
/// # Errors
/// Returns [`NoPairing::Inconsistent`] if a round names somebody twice, or somebody unknown.
pub fn players(entrants: &[Entrant], played: &[Round]) -> Result<Vec<Player>, NoPairing> {
    let next = played.len() as u32 + 1;
    let mut all: Vec<Player> = (0..entrants.len())
        .map(|entrant| Player {
            entrant,
            rank: 0,
            score: 0,
            games: 0,
            sides: Vec::new(),
            preference: None,
            balance: 0,
            floats: [Float::No; 2],
            may_rest: true,
            met: vec![false; entrants.len()],
        })
        .collect();
    let mut is_ranked: Vec<bool> = entrants.iter().map(|entrant| entrant.plays(next)).collect();
    for (ago, round) in played.iter().enumerate().map(|(index, round)| (played.len() - index, round)) {
        let before: Vec<u32> = all.iter().map(|player| player.score).collect();
        let mut is_named = vec![false; entrants.len()];
        let mut name = |who: usize| match is_named.get_mut(who) {
            Some(named) if !*named => {
                *named = true;
                Ok(())
            }
            _ => Err(NoPairing::Inconsistent),
        };
        for game in &round.games {
            let score = game.score.ok_or(NoPairing::GoesOn)?;
            for who in game.entrants() {
                name(who)?;
                is_ranked[who] = true;
            }
            for who in game.entrants() {
                let Some((side, opponent)) = game.seat(who) else { continue };
                let player = &mut all[who];
                let halves = score.halves(side);
                player.score += halves;
                let float = if score.is_played() {
                    player.met[opponent] = true;
                    player.games += 1;
                    player.sides.push(side);
                    player.balance += if side == Side::First { 1 } else { -1 };
                    match before[who].cmp(&before[opponent]) {
                        std::cmp::Ordering::Greater => Float::Down,
                        std::cmp::Ordering::Less => Float::Up,
                        std::cmp::Ordering::Equal => Float::No,
                    }
                } else {
                    player.may_rest &= halves < 2;
                    if halves > 0 { Float::Down } else { Float::No }
                };
                player.float(ago, float);
            }
        }
        for &(who, bye) in &round.byes {
            name(who)?;
            is_ranked[who] |= bye == Bye::Pairing;
            let player = &mut all[who];
            let halves = match bye {
                Bye::Pairing => 2,
                Bye::Half => 1,
                Bye::Zero => 0,
            };
            player.score += halves;
            player.may_rest &= bye != Bye::Pairing;
            player.float(ago, if halves > 0 { Float::Down } else { Float::No });
        }
    }
    let mut ranking: Vec<usize> = (0..entrants.len()).filter(|&who| is_ranked[who]).collect();
    ranking.sort_by_key(|&who| Reverse(entrants[who].rating));
    for (rank, who) in ranking.into_iter().enumerate() {
        all[who].rank = rank;
    }
    let mut players: Vec<Player> =
        all.into_iter().filter(|player| entrants[player.entrant].plays(next)).collect();
    players.iter_mut().for_each(Player::prefer);
    players.sort_by_key(|player| (Reverse(player.score), player.rank));
    Ok(players)
}

impl Player {
    /// Notes what they did so many rounds ago, 1 being the last one.
    fn float(&mut self, ago: usize, float: Float) {
        if let Some(noted) = self.floats.get_mut(ago - 1) {
            *noted = float;
        }
    }
}
