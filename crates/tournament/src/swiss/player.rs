use std::cmp::Reverse;

use entourage_kernel::Side;

use super::NoPairing;
use crate::{Bye, Entrant, Round};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// The player has had both sides equally often.
    Mild,
    /// The player has had one side in one more game than the other.
    Strong,
    /// The player has had one side in at least two more games than the other, or in both of the last two games.
    Absolute,
}

/// The float of a player in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Float {
    /// The player met an opponent with fewer points, or scored without playing.
    Down,
    /// The player met an opponent with more points.
    Up,
    No,
}

#[derive(Clone, Debug)]
pub struct Player {
    pub entrant: usize,
    /// The rank (numbered from 0) among all players so far: by rating, then by index.
    pub rank: usize,
    /// The score in half points.
    pub score: u32,
    pub games: u32,
    /// The sides in played games, in order.
    pub sides: Vec<Side>,
    pub preference: Option<(Side, Strength)>,
    /// Games with the first side minus games with the second side.
    pub balance: i32,
    /// The floats in the last round and in the one before.
    pub floats: [Float; 2],
    pub may_rest: bool,
    /// Whether the player has met each entrant, by index.
    met: Vec<bool>,
}

impl Player {
    pub fn has_met(&self, other: &Self) -> bool {
        self.met[other.entrant]
    }

    /// Returns the side for which the player has an absolute preference, if any.
    pub fn absolute(&self) -> Option<Side> {
        self.preference.filter(|&(_, strength)| strength == Strength::Absolute).map(|(side, _)| side)
    }

    /// Returns the side of the last two games, if they were the same.
    pub fn repeated(&self) -> Option<Side> {
        match self.sides[..] {
            [.., one, two] if one == two => Some(two),
            _ => None,
        }
    }

    /// Returns whether the player has had one side in at least two more games than the other.
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

/// Returns the players to pair in the next round, ordered by rank.
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
    /// Records the player's float in an earlier round; `ago` is 1 for the last round.
    fn float(&mut self, ago: usize, float: Float) {
        if let Some(noted) = self.floats.get_mut(ago - 1) {
            *noted = float;
        }
    }
}

/// Returns the side that the higher-ranked player gets by FIDE's C.04.3, article 5.
pub fn side(higher: &Player, lower: &Player, lot: Side) -> Side {
    let [(one, one_strength), (two, two_strength)] = match [higher.preference, lower.preference] {
        [Some(one), Some(two)] => [one, two],
        [Some((side, _)), None] => return side,
        [None, Some((side, _))] => return !side,
        // No games yet: odd pairing numbers (even ranks, since ranks begin at 0) get the side drawn for the top player.
        [None, None] => return if higher.rank.is_multiple_of(2) { lot } else { !lot },
    };
    if one != two {
        return one;
    }
    // Both prefer the same side: the stronger preference takes precedence.
    let ought = |player: &Player, strength: Strength| {
        let width = if strength == Strength::Absolute { player.balance.abs() } else { 0 };
        (strength, width)
    };
    match ought(higher, one_strength).cmp(&ought(lower, two_strength)) {
        std::cmp::Ordering::Greater => one,
        std::cmp::Ordering::Less => !one,
        std::cmp::Ordering::Equal => {
            // Both players change sides relative to the last round in which their sides differed.
            let differed =
                higher.sides.iter().rev().zip(lower.sides.iter().rev()).find(|(one, two)| one != two);
            differed.map_or(one, |(_, &two)| two)
        }
    }
}
