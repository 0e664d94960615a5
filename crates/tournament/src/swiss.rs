mod bracket;
mod criteria;
mod player;
mod seat;

use std::cmp::Reverse;
use std::fmt;

use entourage_kernel::Side;

use criteria::{Criteria, may_meet};
use player::Player;

use crate::matching::{Matching, Weight};
use crate::{Bye, Entrant, Game, Round};

/// The most entrants that are paired.
pub const MOST_ENTRANTS: usize = 500;
/// The most rounds of a Swiss.
pub const MOST_ROUNDS: u32 = 50;

/// Tells why the next round cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoPairing {
    /// A game of a round before it goes on.
    GoesOn,
    /// All rounds have been paired.
    IsOver,
    /// Fewer than two are there to play.
    TooFew,
    /// More than [`MOST_ENTRANTS`] entered, or more than [`MOST_ROUNDS`] are to be played.
    TooMany,
    /// A round before it names somebody twice, or somebody who is not in the list.
    Inconsistent,
    /// Whoever is left has met everybody they could meet.
    Exhausted,
}

impl fmt::Display for NoPairing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::GoesOn => "a game of the round before goes on",
            Self::IsOver => "all rounds have been paired",
            Self::TooFew => "fewer than two are there to play",
            Self::TooMany => "too many entrants or rounds",
            Self::Inconsistent => "the rounds before name somebody twice, or somebody unknown",
            Self::Exhausted => "no pairing is left in which nobody meets somebody again",
        })
    }
}

impl std::error::Error for NoPairing {}

/// Pairs the next round of a Swiss by FIDE's Dutch system.
///
/// `played` are all rounds before it, over; `rounds_in_all` is how many there will be, since rules differ in the last one.
/// `lot` is the side that the strongest entrant has in the first round, which is to be drawn by lot before the tournament, and kept.
/// Entrants are ranked by rating, then by their index.
/// The round that is returned names everybody: games, the byes asked for, and those who are not in.
///
/// # Errors
/// Returns why there is no such round.
pub fn swiss(
    entrants: &[Entrant],
    played: &[Round],
    rounds_in_all: u32,
    lot: Side,
) -> Result<Round, NoPairing> {
    let number = played.len() as u32 + 1;
    if entrants.len() > MOST_ENTRANTS || rounds_in_all > MOST_ROUNDS {
        return Err(NoPairing::TooMany);
    }
    if number > rounds_in_all {
        return Err(NoPairing::IsOver);
    }
    if played.iter().any(|round| !round.is_over()) {
        return Err(NoPairing::GoesOn);
    }
    let rounds = [number - 1, rounds_in_all];
    let mut players = player::players(entrants, played)?;
    if players.len() < 2 {
        return Err(NoPairing::TooFew);
    }
    let bye_score = match players.len() % 2 {
        0 => None,
        _ => Some(bye_score(&players, rounds).ok_or(NoPairing::Exhausted)?),
    };
    let mut pairs: Vec<[Player; 2]> = Vec::new();
    let mut moved = 0;
    while players.len() > 1 {
        let criteria = Criteria::new(&players, moved, rounds);
        let end = criteria.end;
        let found = bracket::pair(criteria, bye_score).ok_or(NoPairing::Exhausted)?;
        moved = end - 2 * found.len();
        let mut left: Vec<Option<Player>> = players.into_iter().map(Some).collect();
        for pair in found {
            if let [Some(higher), Some(lower)] = pair.map(|index| left[index].take()) {
                pairs.push([higher, lower]);
            }
        }
        players = left.into_iter().flatten().collect();
    }
    // The most important boards first: by the higher score, then by the lower one, then by the rank of whoever stands higher.
    pairs.sort_by_key(|[higher, lower]| (Reverse([higher.score, lower.score]), higher.rank));
    let games = pairs.iter().map(|[higher, lower]| match seat::side(higher, lower, lot) {
        Side::First => Game::new(higher.entrant, lower.entrant),
        Side::Second => Game::new(lower.entrant, higher.entrant),
    });
    let rests = players.iter().map(|player| (player.entrant, Bye::Pairing));
    let absent = (0..).zip(entrants).filter(|(_, entrant)| !entrant.plays(number));
    let byes = absent.map(|(who, entrant)| (who, if entrant.is_in(number) { Bye::Half } else { Bye::Zero }));
    Ok(Round { games: games.collect(), byes: rests.chain(byes).collect() })
}

/// Finds the score of whoever will have the bye: the least for which everybody else can be paired (C5).
fn bye_score(players: &[Player], rounds: [u32; 2]) -> Option<u32> {
    let bye = players.len();
    let mut matching = Matching::<1>::new(bye + 1, |one, two| {
        let player = &players[one];
        match players.get(two) {
            Some(other) => may_meet(player, other, rounds).then_some(Weight::ZERO),
            None => player.may_rest.then_some(Weight([-i64::from(player.score)])),
        }
    });
    if !matching.solve() {
        return None;
    }
    matching.mate(bye).map(|one| players[one].score)
}
