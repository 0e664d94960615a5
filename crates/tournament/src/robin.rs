use entourage_kernel::Side;

use crate::{Bye, Entrant, Game, Round, Score};

/// Pairs a round robin by FIDE's Berger tables: once, or twice with sides swapped.
///
/// The tables number the players in the order of `entrants`. If the number of players is odd, each has one bye per
/// cycle, and a late entry at the end of the list fills that gap. In a double round robin the last two rounds of the
/// first cycle are swapped, as FIDE recommends, so that no player has one side three times in a row.
///
/// Games in rounds in which a player is absent are forfeited: after a withdrawal, compute the table again to see
/// which games are not played. Requested byes are ignored.
pub fn round_robin(entrants: &[Entrant], double: bool) -> Vec<Round> {
    let places = entrants.len().next_multiple_of(2);
    if entrants.len() < 2 {
        return Vec::new();
    }
    let mut cycle: Vec<_> = (0..places - 1).map(|row| berger(places, row)).collect();
    let again: Vec<Vec<_>> =
        cycle.iter().map(|row| row.iter().map(|&[one, two]| [two, one]).collect()).collect();
    if double {
        let last = cycle.len() - 1;
        cycle.swap(last.saturating_sub(1), last);
        cycle.extend(again);
    }
    (1..).zip(cycle).map(|(number, row)| round(entrants, number, row)).collect()
}

/// Returns a row of the Berger table for an even number of players; the first of each pair has the first side.
fn berger(places: usize, row: usize) -> Vec<[usize; 2]> {
    let last = places - 1;
    // Each row rotates the players, except the last one, by half the number of players.
    let head = row * (places / 2) % last;
    let on_circle = |place: usize| place % last;
    // The last player is always in the first pair and alternates sides.
    let fixed = if row.is_multiple_of(2) { [head, last] } else { [last, head] };
    let others = (1..places / 2).map(|step| [on_circle(head + step), on_circle(head + last - step)]);
    std::iter::once(fixed).chain(others).collect()
}

fn round(entrants: &[Entrant], number: u32, row: Vec<[usize; 2]>) -> Round {
    let mut round = Round::default();
    for [first, second] in row {
        // If the number of players is odd, one index is past the end, and its opponent has a bye.
        match [entrants.get(first), entrants.get(second)] {
            [Some(one), Some(two)] => {
                let score = match [one.is_in(number), two.is_in(number)] {
                    [true, true] => None,
                    [true, false] => Some(Score::Forfeit(Some(Side::First))),
                    [false, true] => Some(Score::Forfeit(Some(Side::Second))),
                    [false, false] => Some(Score::Forfeit(None)),
                };
                round.games.push(Game { first, second, score });
            }
            [Some(_), None] => round.byes.push((first, Bye::Pairing)),
            _ => round.byes.push((second, Bye::Pairing)),
        }
    }
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables in FIDE's handbook, C.05, annex 1, one per line. Rounds are separated by commas; White is first.
    const TABLES: &str = include_str!("../tests/data/berger.txt");

    fn entrants(count: usize) -> Vec<Entrant> {
        vec![Entrant::new(None); count]
    }

    fn written(rounds: &[Round]) -> String {
        let game = |game: &Game| format!("{}-{}", game.first + 1, game.second + 1);
        let round = |round: &Round| round.games.iter().map(game).collect::<Vec<_>>().join(" ");
        rounds.iter().map(round).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn tables_match_fides() {
        for (half, table) in (2..).zip(TABLES.lines()) {
            assert_eq!(written(&round_robin(&entrants(half * 2), false)), table);
        }
    }

    #[test]
    fn odd_fields_have_one_bye_per_player_and_cycle() {
        for count in (3..20).step_by(2) {
            let rounds = round_robin(&entrants(count), false);
            let mut rested: Vec<usize> =
                rounds.iter().flat_map(|round| &round.byes).map(|&(who, _)| who).collect();
            rested.sort_unstable();
            assert_eq!(rested, (0..count).collect::<Vec<_>>());
            let even = round_robin(&entrants(count + 1), false);
            for (round, with_last) in rounds.iter().zip(&even) {
                let others = with_last.games.iter().filter(|game| !game.entrants().contains(&count));
                assert!(round.games.iter().eq(others), "a late entry fills the gap");
            }
        }
    }

    #[test]
    fn every_pair_meets_as_often_as_planned_and_no_side_repeats_three_times() {
        for count in 0..=30 {
            for double in [false, true] {
                let rounds = round_robin(&entrants(count), double);
                let games: Vec<[usize; 2]> =
                    rounds.iter().flat_map(|round| &round.games).map(Game::entrants).collect();
                for one in 0..count {
                    for two in 0..one {
                        let [forth, back] = [[one, two], [two, one]]
                            .map(|pair| games.iter().filter(|&&game| game == pair).count());
                        assert!(
                            if double { (forth, back) == (1, 1) } else { forth + back == 1 },
                            "{one} and {two} of {count}"
                        );
                    }
                    let seats: Vec<Side> =
                        rounds.iter().filter_map(|round| Some(round.game(one)?.seat(one)?.0)).collect();
                    assert!(
                        seats.windows(3).all(|three| three != [three[0]; 3]),
                        "{one} of {count}: {seats:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn absent_players_forfeit() {
        let mut entrants = entrants(4);
        entrants[1].until_round = Some(1);
        entrants[2].from_round = 3;
        let scores: Vec<Vec<_>> = round_robin(&entrants, false)
            .iter()
            .map(|round| round.games.iter().map(|game| (game.entrants(), game.score)).collect())
            .collect();
        let forfeit = |side| Some(Score::Forfeit(Some(side)));
        assert_eq!(
            scores,
            [
                [([0, 3], None), ([1, 2], forfeit(Side::First))],
                [([3, 2], forfeit(Side::First)), ([0, 1], forfeit(Side::First))],
                [([1, 3], forfeit(Side::Second)), ([2, 0], None)],
            ]
        );
        entrants[0].until_round = Some(0);
        assert_eq!(round_robin(&entrants, false)[1].games[1].score, Some(Score::Forfeit(None)));
    }
}
