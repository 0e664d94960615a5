//! Tests invariants of Swiss pairings, with late entries, withdrawals and byes.

use entourage_kernel::Side;
use entourage_tournament::{Bye, Entrant, Game, MAX_ENTRANTS, NoPairing, Round, Score, swiss};

use super::tournament::Tournament;

fn tournaments() -> impl Iterator<Item = Tournament> {
    (0..120).map(|seed| {
        let mut tournament = Tournament::draw(1000 + seed, 2, 30);
        while (tournament.played.len() as u32) < tournament.rounds
            && let Ok(round) = tournament.pair()
        {
            tournament.play(round);
        }
        tournament
    })
}

fn games(tournament: &Tournament, who: usize) -> Vec<(u32, Side, usize)> {
    let game = |(number, round): (u32, &Round)| {
        let game = round.game(who).filter(|game| game.score.is_some_and(Score::is_played))?;
        game.seat(who).map(|(side, opponent)| (number, side, opponent))
    };
    (1..).zip(&tournament.played).filter_map(game).collect()
}

#[test]
fn every_player_has_one_game_or_bye_per_round() {
    for tournament in tournaments() {
        for (number, round) in (1..).zip(&tournament.played) {
            for (who, entrant) in tournament.entrants.iter().enumerate() {
                let games = round.games.iter().filter(|game| game.entrants().contains(&who)).count();
                let byes = round.byes.iter().filter(|&&(one, _)| one == who).count();
                assert_eq!(games + byes, 1);
                match round.bye(who) {
                    Some(Bye::Half) => assert!(entrant.byes_asked.contains(&number) && entrant.is_in(number)),
                    Some(Bye::Zero) => assert!(!entrant.is_in(number)),
                    Some(Bye::Pairing) | None => assert!(entrant.plays(number)),
                }
            }
            assert!(round.byes.iter().filter(|&&(_, bye)| bye == Bye::Pairing).count() < 2);
        }
    }
}

#[test]
fn no_pairing_or_bye_repeats() {
    for tournament in tournaments() {
        for who in 0..tournament.entrants.len() {
            let mut opponents: Vec<usize> =
                games(&tournament, who).into_iter().map(|(_, _, opponent)| opponent).collect();
            let count = opponents.len();
            opponents.sort_unstable();
            opponents.dedup();
            assert_eq!(opponents.len(), count);
            let free = tournament.played.iter().map(|round| {
                let forfeit = round.game(who).and_then(|game| {
                    let (side, _) = game.seat(who)?;
                    (game.score? == Score::Forfeit(Some(side))).then_some(())
                });
                (
                    forfeit.is_some() || round.bye(who) == Some(Bye::Pairing),
                    round.bye(who) == Some(Bye::Pairing),
                )
            });
            let mut had = false;
            for (is_free, is_bye) in free {
                assert!(!(had && is_bye));
                had |= is_free;
            }
        }
    }
}

#[test]
fn sides_are_balanced_except_for_the_top_of_the_last_round() {
    for tournament in tournaments() {
        for who in 0..tournament.entrants.len() {
            let games = games(&tournament, who);
            let usual = games.iter().filter(|&&(number, _, _)| number < tournament.rounds);
            let sides: Vec<Side> = usual.map(|&(_, side, _)| side).collect();
            assert!(sides.windows(3).all(|three| three != [three[0]; 3]), "{sides:?}");
            let mut balance = 0_i32;
            for side in sides {
                balance += if side == Side::First { 1 } else { -1 };
                assert!(balance.abs() <= 2);
            }
        }
    }
}

#[test]
fn first_round_pairs_the_upper_with_the_lower_half() {
    let entrants: Vec<Entrant> = [1500, 1800, 1600, 1700, 1400].map(|rating| Entrant::new(Some(rating))).into();
    let round = swiss(&entrants, &[], 3, Side::Second).unwrap();
    assert_eq!(round.games, [Game::new(2, 1), Game::new(3, 0)]);
    assert_eq!(round.byes, [(4, Bye::Pairing)]);
    let round = swiss(&entrants, &[], 3, Side::First).unwrap();
    assert_eq!(round.games, [Game::new(1, 2), Game::new(0, 3)]);
}

/// Tests that the largest field can be paired in reasonable time; docs/design/pairing.md explains the bound.
#[test]
fn largest_field_is_paired() {
    let mut tournament = Tournament::draw_steady(5, MAX_ENTRANTS / 2, MAX_ENTRANTS / 2);
    for _ in 0..3 {
        let round = tournament.pair().unwrap();
        assert_eq!((round.games.len(), round.byes.len()), (MAX_ENTRANTS / 2, 0));
        tournament.play(round);
    }
}

#[test]
fn refusals_have_a_reason() {
    let two = vec![Entrant::new(None); 2];
    let over = |score| Round { games: vec![Game { score, ..Game::new(0, 1) }], byes: Vec::new() };
    let told =
        |entrants: &[Entrant], played: &[Round], rounds| swiss(entrants, played, rounds, Side::First).err();
    assert_eq!(told(&two, &[], 1), None);
    assert_eq!(told(&two, &[over(None)], 2), Some(NoPairing::GoesOn));
    assert_eq!(told(&two, &[over(Some(Score::Draw))], 1), Some(NoPairing::IsOver));
    assert_eq!(told(&two, &[over(Some(Score::Draw))], 2), Some(NoPairing::Exhausted));
    assert_eq!(told(&two, &[over(Some(Score::Forfeit(Some(Side::First))))], 2), None);
    assert_eq!(told(&two[..1], &[], 2), Some(NoPairing::TooFew));
    assert_eq!(told(&vec![Entrant::new(None); MAX_ENTRANTS + 1], &[], 2), Some(NoPairing::TooMany));
    assert_eq!(told(&two, &[], 51), Some(NoPairing::TooMany));
    for named in [[0, 0], [0, 2]] {
        let round = Round {
            games: vec![Game { first: named[0], second: named[1], score: Some(Score::Draw) }],
            byes: Vec::new(),
        };
        assert_eq!(told(&two, &[round], 2), Some(NoPairing::Inconsistent));
    }
    let twice = Round { games: over(Some(Score::Draw)).games, byes: vec![(1, Bye::Half)] };
    assert_eq!(told(&two, &[twice], 2), Some(NoPairing::Inconsistent));
    let error: Box<dyn std::error::Error> = Box::new(NoPairing::Exhausted);
    assert_eq!(error.to_string(), "every remaining pairing would repeat a game");
}
