mod bracket;
mod criteria;
mod player;

use std::cmp::Reverse;

use entourage_kernel::Side;

use criteria::{Criteria, may_meet};
use player::Player;

use crate::matching::{Matching, Weight};
use crate::{Bye, Entrant, Game, Round};

pub const MAX_ENTRANTS: usize = 1000;
pub const MAX_ROUNDS: u32 = 50;

/// Why the next round cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum NoPairing {
    #[error("a game of the previous round is unfinished")]
    GoesOn,
    #[error("all rounds have been played")]
    IsOver,
    #[error("fewer than two players are present")]
    TooFew,
    /// More than [`MAX_ENTRANTS`] players, or more than [`MAX_ROUNDS`] planned rounds.
    #[error("too many players or rounds")]
    TooMany,
    /// An earlier round lists a player twice, or an unknown player.
    #[error("an earlier round lists a player twice, or an unknown player")]
    Inconsistent,
    /// No remaining pairing satisfies FIDE's absolute criteria, such as not meeting an opponent twice.
    #[error("every remaining pairing would repeat a game")]
    Exhausted,
}

/// Pairs the next round of a Swiss by FIDE's Dutch system.
///
/// `played` contains all earlier rounds, which must be finished. `rounds_in_all` is the planned number of rounds,
/// since some rules differ in the last one. `lot` is the side that the top player gets in the first round, drawn at
/// random before the tournament. Players are ranked by rating, then by index. The result includes every player: games,
/// requested byes, and absences.
pub fn swiss(
    entrants: &[Entrant],
    played: &[Round],
    rounds_in_all: u32,
    lot: Side,
) -> Result<Round, NoPairing> {
    let number = played.len() as u32 + 1;
    if entrants.len() > MAX_ENTRANTS || rounds_in_all > MAX_ROUNDS {
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
    // The top boards first: by the higher score, then the lower score, then the higher rank.
    pairs.sort_by_key(|[higher, lower]| (Reverse([higher.score, lower.score]), higher.rank));
    let games = pairs.iter().map(|[higher, lower]| match player::side(higher, lower, lot) {
        Side::First => Game::new(higher.entrant, lower.entrant),
        Side::Second => Game::new(lower.entrant, higher.entrant),
    });
    let rests = players.iter().map(|player| (player.entrant, Bye::Pairing));
    let absent = (0..).zip(entrants).filter(|(_, entrant)| !entrant.plays(number));
    let byes = absent.map(|(who, entrant)| (who, if entrant.is_in(number) { Bye::Half } else { Bye::Zero }));
    Ok(Round { games: games.collect(), byes: rests.chain(byes).collect() })
}

/// Returns the score of the player who gets the bye: the lowest for which all other players can be paired (C5).
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
