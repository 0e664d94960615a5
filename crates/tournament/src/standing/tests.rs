use entourage_kernel::Side;

use super::*;
use crate::{Bye, Figure, Game, Score, round_robin};

fn entrants(count: usize) -> Vec<Entrant> {
    vec![Entrant::new(None); count]
}

/// Parses a round: `0-1 1` is a game that the first player won, `2 U` is a bye. Results are 1, 0 and =; + and - if the
/// first or second player gets the point by forfeit; x for a double forfeit; and ? for an unfinished game. Byes are U
/// (pairing), H (half point) and Z (zero).
fn round(text: &str) -> Round {
    let mut round = Round::default();
    for entry in text.split(", ") {
        let (who, result) = entry.split_once(' ').unwrap();
        match who.split_once('-') {
            Some((first, second)) => {
                let score = match result {
                    "1" => Some(Score::First),
                    "0" => Some(Score::Second),
                    "=" => Some(Score::Draw),
                    "+" => Some(Score::Forfeit(Some(Side::First))),
                    "-" => Some(Score::Forfeit(Some(Side::Second))),
                    "x" => Some(Score::Forfeit(None)),
                    _ => None,
                };
                round.games.push(Game {
                    first: first.parse().unwrap(),
                    second: second.parse().unwrap(),
                    score,
                });
            }
            None => {
                let bye = match result {
                    "U" => Bye::Pairing,
                    "H" => Bye::Half,
                    _ => Bye::Zero,
                };
                round.byes.push((who.parse().unwrap(), bye));
            }
        }
    }
    round
}

fn rounds(texts: &[&str]) -> Vec<Round> {
    texts.iter().map(|text| round(text)).collect()
}

fn table(standings: &[Standing]) -> Vec<(u32, usize, u32)> {
    standings.iter().map(|standing| (standing.place, standing.entrant, standing.points)).collect()
}

fn values(standings: &[Standing], kind: TieBreak) -> Vec<u32> {
    let mut values: Vec<(usize, u32)> = standings
        .iter()
        .map(|standing| (standing.entrant, standing.ties.iter().find(|tie| tie.kind == kind).unwrap().value))
        .collect();
    values.sort_unstable();
    values.into_iter().map(|(_, value)| value).collect()
}

#[test]
fn points_rank_first_and_equal_players_share_a_place() {
    let played = rounds(&["0-1 1, 2-3 =", "1-2 0, 3-0 0", "0-2 ?, 1-3 ?"]);
    let told = standings(System::Swiss, &entrants(4), &played, &[]);
    assert_eq!(table(&told), [(1, 0, 4), (2, 2, 3), (3, 3, 1), (4, 1, 0)]);
    assert!(told.iter().all(|standing| standing.games == 2));
    let told = standings(System::Swiss, &entrants(4), &played[..1], &[]);
    assert_eq!(table(&told), [(1, 0, 2), (2, 2, 1), (2, 3, 1), (4, 1, 0)]);
}

#[test]
fn tie_breaks_are_the_sums_of_their_parts() {
    // The scores in half points are 5, 3, 2 and 2.
    let played = rounds(&["0-1 1, 2-3 1", "1-2 1, 3-0 =", "0-2 1, 3-1 ="]);
    let played = [&played[..2], &[round("0-2 1, 1-3 =")]].concat();
    let told = standings(System::Swiss, &entrants(4), &played, &TieBreak::ALL);
    assert_eq!(told.iter().map(|standing| standing.points).collect::<Vec<_>>(), [5, 3, 2, 2]);
    assert_eq!(values(&told, TieBreak::Buchholz), [3 + 2 + 2, 5 + 2 + 2, 2 + 3 + 5, 2 + 5 + 3]);
    assert_eq!(values(&told, TieBreak::BuchholzCut1), [3 + 2, 5 + 2, 3 + 5, 5 + 3]);
    assert_eq!(values(&told, TieBreak::SonnebornBerger), [2 * 3 + 2 + 2 * 2, 2 * 2 + 2, 2 * 2, 5 + 3]);
    assert_eq!(values(&told, TieBreak::Wins), [2, 1, 1, 0]);
    assert_eq!(values(&told, TieBreak::Progressive), [2 + 3 + 5, 2 + 3, 2 + 2 + 2, 1 + 2]);
    assert_eq!(values(&told, TieBreak::DirectEncounter), [0, 0, 2, 0]);
    assert_eq!(table(&told)[2..], [(3, 2, 2), (4, 3, 2)]);
    for tie in told.iter().flat_map(|standing| &standing.ties) {
        let sum: u32 = tie.figures.iter().filter(|figure| !figure.is_cut).map(|figure| figure.value).sum();
        assert_eq!(sum, tie.value);
        assert!(tie.figures.windows(2).all(|two| two[0].round < two[1].round));
        assert_eq!(tie.figures.iter().any(|figure| figure.is_cut), tie.kind == TieBreak::BuchholzCut1);
        assert_eq!(tie.kind.word().parse(), Ok(tie.kind));
    }
    assert_eq!("koya".parse::<TieBreak>(), Err(()));
    let figure = told[0].ties[3].figures[1];
    assert_eq!(figure, Figure { round: 2, opponent: Some(3), result: 1, score: 2, value: 2, is_cut: false });
    assert_eq!([TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::Buchholz].map(TieBreak::parts), [4, 1, 2]);
}

#[test]
fn tie_breaks_apply_in_order() {
    let played = rounds(&["0-2 =, 1-3 1", "2-1 1, 3-0 1"]);
    // The order by points is 2, then 1 and 3 with two half points each, then 0; player 1 won against player 3.
    let told = |ties: &[TieBreak]| {
        let told = standings(System::Swiss, &entrants(4), &played, ties);
        told.iter().map(|standing| (standing.place, standing.entrant)).collect::<Vec<_>>()
    };
    assert_eq!(told(&[]), [(1, 2), (2, 1), (2, 3), (4, 0)]);
    assert_eq!(told(&[TieBreak::Wins]), [(1, 2), (2, 1), (2, 3), (4, 0)]);
    assert_eq!(told(&[TieBreak::Wins, TieBreak::DirectEncounter]), [(1, 2), (2, 1), (3, 3), (4, 0)]);
    assert_eq!(told(&[TieBreak::Buchholz]), [(1, 2), (2, 1), (3, 3), (4, 0)]);
    assert_eq!(told(&[TieBreak::Progressive])[..2], [(1, 2), (2, 1)]);
}

#[test]
fn direct_encounters_decide_only_if_missing_games_cannot_change_it() {
    let order = |played: &[Round], count: usize| {
        let told = standings(System::Swiss, &entrants(count), played, &[TieBreak::DirectEncounter]);
        told.iter().map(|standing| (standing.place, standing.entrant)).collect::<Vec<_>>()
    };
    let met = rounds(&["0-1 0, 2-3 0", "0-2 1, 1-3 0"]);
    assert_eq!(order(&met, 4), [(1, 3), (2, 1), (3, 0), (4, 2)]);
    let apart = rounds(&["0-1 1, 2-3 1"]);
    assert_eq!(order(&apart, 4), [(1, 0), (1, 2), (3, 1), (3, 3)]);
    // Player 0 beat 1 and 2, who have not met: 0 is first whatever their result, and 1 and 2 stay tied.
    let first = rounds(&["0-1 1, 2-5 1", "0-2 1, 1-5 1", "3-0 1, 1-6 1, 2-4 1", "4-0 1"]);
    assert_eq!(order(&first, 7), [(1, 0), (2, 1), (2, 2), (4, 3), (4, 4), (6, 5), (6, 6)]);
    let forfeit = rounds(&["0-1 +, 2-3 0", "1-2 1, 0-3 0"]);
    let told = |system| {
        let told = standings(system, &entrants(4), &forfeit, &[TieBreak::DirectEncounter]);
        told.iter().map(|standing| standing.place).collect::<Vec<_>>()
    };
    assert_eq!(told(System::Swiss), [1, 2, 2, 4]);
    assert_eq!(told(System::RoundRobin), [1, 2, 3, 4]);
}

#[test]
fn circular_results_stay_equal() {
    let circle = rounds(&["0-1 1, 2-3 1", "1-2 1, 0-3 1", "2-0 1, 1-3 1"]);
    let told = standings(System::RoundRobin, &entrants(4), &circle, &[TieBreak::DirectEncounter]);
    assert_eq!(table(&told), [(1, 0, 4), (1, 1, 4), (1, 2, 4), (4, 3, 0)]);
}

#[test]
fn unplayed_rounds_of_a_swiss_count_by_fides_rules() {
    // Player 0 has a bye, 1 requests one, and 2 forfeits against 3.
    let played = rounds(&["0 U, 1 H, 3-2 +", "0-1 1, 2-3 ="]);
    let told =
        standings(System::Swiss, &entrants(4), &played, &[TieBreak::Buchholz, TieBreak::SonnebornBerger]);
    // The scores in half points are 4, 1, 1 and 3.
    assert_eq!(table(&told), [(1, 0, 4), (2, 3, 3), (3, 1, 1), (4, 2, 1)]);
    // In half points, player 0 has 2 for the bye (their own 4, limited to 1 per round) plus player 1's 1; player 3 has
    // 1 for the forfeit (their own 3, limited to player 2's 1) plus player 2's 1.
    assert_eq!(values(&told, TieBreak::Buchholz), [2 + 1, 1 + 4, 1 + 3, 1 + 1]);
    // The bye of player 0 counts as a win against an opponent with two half points.
    assert_eq!(values(&told, TieBreak::SonnebornBerger), [2 * 2 + 2, 1, 3, 2 + 1]);

    let left = rounds(&["0-1 1, 2-3 1", "0-2 1, 1 Z, 3 Z", "0-3 1, 1 Z, 2 Z"]);
    let told = standings(System::Swiss, &entrants(4), &left, &[TieBreak::Buchholz]);
    // In half points, player 1 scored 0 and missed the last two rounds; 2 scored 2 and missed the last; 3 scored 0.
    assert_eq!(values(&told, TieBreak::Buchholz)[0], 2 + 3);
    let unnamed = rounds(&["0-1 1, 2-3 1", "0-2 1", "0-3 1"]);
    assert_eq!(told, standings(System::Swiss, &entrants(4), &unnamed, &[TieBreak::Buchholz]));
}

#[test]
fn rounds_missed_by_choice_are_cut_first() {
    let played = rounds(&["0-1 0, 2-3 1", "0 H, 1-2 1, 3 U", "0-3 1, 1 U, 2 Z"]);
    let told = standings(System::Swiss, &entrants(4), &played, &[TieBreak::BuchholzCut1]);
    let own = told.iter().find(|standing| standing.entrant == 0).unwrap();
    let cut: Vec<_> =
        own.ties[0].figures.iter().filter(|figure| figure.is_cut).map(|figure| figure.round).collect();
    // The requested bye is cut, although its three half points are more than the two of player 3.
    assert_eq!(cut, [2]);
    assert_eq!(own.ties[0].value, 6 + 2);
}

#[test]
fn byes_of_a_round_robin_count_for_nothing_and_forfeits_as_games() {
    let played = rounds(&["1-2 +, 0 U", "2-0 0, 1 U", "0-1 =, 2 U"]);
    let ties = [TieBreak::SonnebornBerger, TieBreak::Wins];
    let told = standings(System::RoundRobin, &entrants(3), &played, &ties);
    assert_eq!(table(&told), [(1, 0, 3), (2, 1, 3), (3, 2, 0)]);
    assert_eq!(values(&told, TieBreak::SonnebornBerger), [3, 3, 0]);
    assert_eq!(values(&told, TieBreak::Wins), [1, 0, 0]);
}

#[test]
fn games_of_early_leavers_of_a_round_robin_are_annulled() {
    let mut entrants = entrants(6);
    let mut played = round_robin(&entrants, false);
    for round in &mut played {
        for game in &mut round.games {
            game.score = Some(if game.first < game.second { Score::First } else { Score::Second });
        }
    }
    let leave = |rounds: u32, entrants: &mut Vec<Entrant>| {
        entrants[0].until_round = Some(rounds);
        let plan = round_robin(entrants, false);
        for (round, planned) in played.clone().iter_mut().zip(&plan) {
            for (game, planned) in round.games.iter_mut().zip(&planned.games) {
                game.score = planned.score.or(game.score);
            }
        }
        let rounds: Vec<Round> = played
            .iter()
            .zip(&plan)
            .map(|(round, planned)| {
                let games = round.games.iter().zip(&planned.games);
                Round {
                    games: games
                        .map(|(game, planned)| Game { score: planned.score.or(game.score), ..*game })
                        .collect(),
                    byes: Vec::new(),
                }
            })
            .collect();
        standings(System::RoundRobin, entrants, &rounds, &[])
    };
    let told = leave(2, &mut entrants);
    assert_eq!(table(&told), [(1, 1, 8), (2, 2, 6), (3, 3, 4), (4, 4, 2), (5, 5, 0), (6, 0, 0)]);
    assert!(told[5].is_struck && told[..5].iter().all(|standing| !standing.is_struck && standing.games == 4));
    let told = leave(3, &mut entrants);
    assert!(told.iter().all(|standing| !standing.is_struck));
    assert_eq!(told.iter().find(|standing| standing.entrant == 0).unwrap().points, 6);
    assert_eq!(told.iter().map(|standing| standing.points).sum::<u32>(), 30);
}

#[test]
fn invalid_entries_are_ignored() {
    let played = rounds(&["0-9 1, 1-1 1, 0-1 1, 0 U, 7 H"]);
    for system in [System::RoundRobin, System::Swiss] {
        let told = standings(system, &entrants(2), &played, &TieBreak::ALL);
        assert_eq!(told.len(), 2);
    }
    assert_eq!(standings(System::Swiss, &[], &played, &TieBreak::ALL), []);
}
