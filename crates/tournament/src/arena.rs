//! Arenas: for a limited time, waiting players are paired with each other, and each game scores at once.

use std::cmp::Reverse;

use entourage_kernel::Side;

use crate::matching::{Matching, Weight};
use crate::{Entrant, Game, Score};

const UNKNOWN: u32 = 1500;
/// Number of rating points that count as much as one arena point when players are paired.
const POINT: i64 = 50;
/// Maximum difference in strength that pairings take into account, in rating points.
const FARTHEST: i64 = 10_000;
const GROUP: usize = 128;
/// Number of other games in progress from which players wait for another opponent instead of meeting again.
const MIN_OTHER_GAMES: usize = 2;
/// Number of consecutive wins after which points are doubled.
const STREAK: u32 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scored {
    pub game: usize,
    pub side: Side,
    pub opponent: usize,
    pub score: Option<Score>,
    /// The arena points for the game: 2 for a win and 1 for a draw, doubled if `is_doubled`.
    pub points: u32,
    /// Whether the game counts double, because the previous two games were won.
    pub is_doubled: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub entrant: usize,
    /// The place in the standings, from 1; tied players share a place.
    pub place: u32,
    pub points: u32,
    /// The number of wins on the board, which breaks ties in points.
    pub wins: u32,
    pub is_on_streak: bool,
    pub sheet: Vec<Scored>,
}

/// Returns the standings, by points, then by wins.
///
/// A win scores two points, a draw one. After two consecutive wins, points are doubled until a game is not won.
/// `games` are in the order in which they began; unfinished ones do not count.
pub fn standings(entrants: usize, games: &[Game]) -> Vec<Place> {
    let mut places: Vec<Place> = (0..entrants)
        .map(|entrant| Place { entrant, place: 1, points: 0, wins: 0, is_on_streak: false, sheet: Vec::new() })
        .collect();
    let mut streaks = vec![0; entrants];
    for (index, game) in games.iter().enumerate() {
        for who in game.entrants() {
            let (Some(place), Some((side, opponent))) = (places.get_mut(who), game.seat(who)) else { continue };
            let is_doubled = streaks[who] >= STREAK;
            let halves = game.score.map_or(0, |score| score.halves(side));
            let points = if is_doubled { halves * 2 } else { halves };
            if let Some(score) = game.score {
                let is_won = score.winner() == Some(side);
                streaks[who] = if is_won { streaks[who] + 1 } else { 0 };
                place.wins += u32::from(is_won && score.is_played());
            }
            place.points += points;
            place.is_on_streak = streaks[who] >= STREAK;
            place.sheet.push(Scored { game: index, side, opponent, score: game.score, points, is_doubled });
        }
    }
    places.sort_by_key(|place| Reverse((place.points, place.wins)));
    for index in 1..places.len() {
        let [before, own] = [&places[index - 1], &places[index]];
        let is_equal = (before.points, before.wins) == (own.points, own.wins);
        places[index].place = if is_equal { before.place } else { index as u32 + 1 };
    }
    places
}

/// Pairs as many waiting players as possible, preferring similar points and ratings; the first of each pair has
/// the first side.
///
/// `waiting` lists indices, longest wait first; if one player must be left out, it is the last one.
/// `games` are all games of the arena in the order in which they began, unfinished ones without a score.
/// Players whose last game was against each other are not paired again while at least two other games are in
/// progress; in a small arena, they would wait long for few opponents. More than 128 players are first grouped by
/// points and rating.
pub fn pair(entrants: &[Entrant], waiting: &[usize], games: &[Game]) -> Vec<Game> {
    let table = standings(entrants.len(), games);
    let mut points = vec![0; entrants.len()];
    let mut past = vec![Past::default(); entrants.len()];
    for place in &table {
        points[place.entrant] = place.points;
        past[place.entrant] = Past::of(place);
    }
    let mut is_named = vec![false; entrants.len()];
    let mut waiting: Vec<Waiting> = (0..)
        .zip(waiting)
        .filter(|&(_, &who)| who < entrants.len() && !std::mem::replace(&mut is_named[who], true))
        .map(|(turn, &who)| {
            let rating = i64::from(entrants[who].rating.unwrap_or(UNKNOWN));
            Waiting { who, turn, strength: rating + POINT * i64::from(points[who]) }
        })
        .collect();
    let others_play = games.iter().filter(|game| game.score.is_none()).count() >= MIN_OTHER_GAMES;
    waiting.sort_by_key(|one| Reverse(one.strength));
    waiting.chunks(GROUP).flat_map(|group| pair_group(group, &past, others_play)).collect()
}

#[derive(Clone, Copy)]
struct Waiting {
    who: usize,
    /// The number of players who have waited longer.
    turn: i64,
    /// The rating, plus [`POINT`] for each arena point.
    strength: i64,
}

/// Pairs a group by a perfect matching in a graph with two copies of each player; a player who is matched with
/// their own copy continues waiting. Minimises, in order of priority: the number of players left waiting,
/// rematches, how long the players left over have already waited, and differences in strength.
fn pair_group(group: &[Waiting], past: &[Past], others_play: bool) -> Vec<Game> {
    let size = group.len();
    let last = group.iter().map(|one| one.turn).max().unwrap_or(0);
    let mut matching = Matching::<4>::new(2 * size, |one, two| {
        if one + size == two {
            return Some(Weight([-2, 0, -2 * (last - group[one].turn), 0]));
        }
        // The second copy has the same edges as the first.
        if (one < size) != (two < size) {
            return None;
        }
        let [one, two] = [one, two].map(|index| group[index % size]);
        let again = [(one, two), (two, one)].map(|(own, other)| past[own.who].opponent == Some(other.who));
        let again = again.into_iter().filter(|&again| again).count() as i64;
        let apart = (one.strength - two.strength).abs().min(FARTHEST);
        (again == 0 || !others_play).then_some(Weight([0, -again, 0, -apart * apart]))
    });
    // A perfect matching exists, since every player can be matched with their own copy.
    matching.solve();
    (0..size)
        .filter_map(|one| Some((one, matching.mate(one).filter(|&two| one < two && two < size)?)))
        .map(|(one, two)| seated(group[one].who, group[two].who, past))
        .collect()
}

#[derive(Clone, Copy, Default)]
struct Past {
    opponent: Option<usize>,
    last: Option<Side>,
    /// Games with the first side minus games with the second side.
    balance: i64,
}

impl Past {
    fn of(place: &Place) -> Self {
        let last = place.sheet.last();
        let sign = |scored: &Scored| if scored.side == Side::First { 1 } else { -1 };
        Self {
            opponent: last.map(|scored| scored.opponent),
            last: last.map(|scored| scored.side),
            balance: place.sheet.iter().map(sign).sum(),
        }
    }
}

/// Gives the first side to the player who has had it less often or, if tied, to the one who did not have it last.
fn seated(one: usize, two: usize, past: &[Past]) -> Game {
    let had = |who: usize| {
        let last = past[who].last.map_or(0, |side| if side == Side::First { 1 } else { -1 });
        (past[who].balance, last)
    };
    if had(two) < had(one) { Game::new(two, one) } else { Game::new(one, two) }
}

#[cfg(test)]
mod tests;
