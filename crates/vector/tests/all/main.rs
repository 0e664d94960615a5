//! Compares games played in a `Vector` with the same games played one by one.

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, History, Rules};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;
use entourage_vector::{Actions, AnyVector, Plane, Planes, StepError, StepResults, Vector};

const GAMES: usize = 4;

/// Plays games in a vector, and replays each in a `History`, which checks that every move is legal.
fn check<R: Rules>(rules: &R, steps: usize) {
    let actions = Actions::survey(rules);
    let organisers = Adjudication { repetition: Some(3), quiet_limit: Some(30) };
    let mut vector = Vector::new(rules.clone(), organisers, GAMES, actions, 200, 7).expect("there is room");
    let begin = || History::new(rules.clone(), organisers, rules.start());
    let mut histories: Vec<History<R>> = (0..GAMES).map(|_| begin()).collect();
    let mut numbers = [0_i64; GAMES];
    let (mut rewards, mut ended, mut cut) = ([0.0; GAMES], [false; GAMES], [false; GAMES]);
    let planes = vector.planes();
    let (mut masks, mut seen) = (vec![false; GAMES * actions.count()], vec![0; GAMES * planes.size()]);
    let mut finished = 0;
    for _ in 0..steps {
        vector.write_masks(&mut masks);
        vector.write_planes(&mut seen);
        vector.sample(&mut numbers).expect("a place for each");
        let mut wanted = Vec::new();
        for (game, history) in histories.iter_mut().enumerate() {
            assert_eq!(vector.position_text(game), Some(rules.write_position(history.position())));
            let moves = vector.moves(game).expect("there is such a game");
            let mut texts: Vec<String> = moves.iter().map(|(_, text)| text.clone()).collect();
            texts.sort_unstable();
            let mut legal: Vec<String> =
                history.legal_moves().into_iter().map(|intent| rules.write_move(intent)).collect();
            legal.sort_unstable();
            assert_eq!(texts, legal);
            let mask = &masks[game * actions.count()..][..actions.count()];
            let set: Vec<usize> = (0..mask.len()).filter(|&action| mask[action]).collect();
            assert_eq!(set, moves.iter().map(|(number, _)| *number).collect::<Vec<_>>());
            let mut alone = vec![0; planes.size()];
            planes.write(history.position(), history.past(), &history.legal_moves(), &mut alone);
            assert_eq!(seen[game * planes.size()..][..planes.size()], alone);
            let number = usize::try_from(numbers[game]).expect("it is a legal move's");
            let text = &moves.iter().find(|(other, _)| *other == number).expect("it is one of them").1;
            let by = rules.read_move(text).expect("it was written");
            let side = history.position().side_to_move();
            history.play(by).expect("it is legal");
            let outcome = history.status().outcome();
            let reward = outcome
                .as_ref()
                .and_then(|outcome| outcome.winner)
                .map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
            let is_cut = outcome.is_none() && history.moves().len() >= 200;
            wanted.push((reward, outcome.is_some(), is_cut));
            if outcome.is_some() || is_cut {
                finished += 1;
                *history = begin();
            }
        }
        let mut out = StepResults { rewards: &mut rewards, ended: &mut ended, cut: &mut cut };
        vector.step(&numbers, &mut out).expect("the actions are legal");
        let got: Vec<_> = (0..GAMES).map(|game| (rewards[game], ended[game], cut[game])).collect();
        assert_eq!(got, wanted);
    }
    assert!(finished > 0, "no game was finished");
}

#[test]
fn games_side_by_side_equal_single_games() {
    check(&Chess::default(), 400);
    check(&Symmetron, 300);
    check(&Struggle::default(), 300);
    check(&Toddler::default(), 210);
}

#[test]
fn games_with_cards_are_played_too() {
    let cards = ["1=torus@B+pact+armor@R/KBGRY", "2=jolt@K+hatter+sacrifice@Y/Y.KBG"];
    check(&Struggle::default().with_options(&cards).expect("both choices are allowed"), 200);
}

#[test]
fn illegal_actions_advance_no_game() {
    let rules = Chess::default();
    let actions = Actions::survey(&rules);
    let mut vector = Vector::new(rules, Adjudication::NONE, 2, actions, 100, 1).expect("there is room");
    let before: Vec<_> = (0..2).map(|game| vector.position_text(game)).collect();
    let (mut rewards, mut ended, mut cut) = ([0.0; 2], [false; 2], [false; 2]);
    let legal = i64::try_from(vector.moves(0).expect("a game")[0].0).expect("a small number");
    for bad in [-1, 0, i64::MAX, i64::MIN] {
        let mut out = StepResults { rewards: &mut rewards, ended: &mut ended, cut: &mut cut };
        let error = vector.step(&[legal, bad], &mut out).expect_err("it is refused");
        assert_eq!(error, StepError::Illegal { game: 1, action: bad });
    }
    let mut out = StepResults { rewards: &mut rewards, ended: &mut ended, cut: &mut cut };
    assert_eq!(vector.step(&[legal], &mut out), Err(StepError::Count { games: 2, found: 1 }));
    assert_eq!(before, (0..2).map(|game| vector.position_text(game)).collect::<Vec<_>>());
    assert_eq!(vector.position_text(2), None);
    let empty = Vector::new(Chess::default(), Adjudication::NONE, 0, actions, 1, 0);
    assert!(empty.is_ok(), "no games at all are allowed");
}

#[test]
fn looking_ahead_shows_the_result_of_each_move() {
    let rules = Struggle::default();
    let actions = Actions::survey(&rules);
    let mut vector = Vector::new(rules, Adjudication::NONE, 3, actions, 300, 4).expect("there is room");
    vector.play_out(9);
    let ahead = vector.look_ahead();
    let size = vector.planes().size();
    let counts: Vec<usize> = (0..3).map(|game| vector.moves(game).expect("a game").len()).collect();
    assert_eq!(ahead.counts.iter().map(|count| *count as usize).collect::<Vec<_>>(), counts);
    assert_eq!(ahead.planes.len(), ahead.actions.len() * size);
    let firsts = [0, counts[0], counts[0] + counts[1]];
    let chosen: Vec<i64> = firsts.iter().map(|&at| ahead.actions[at]).collect();
    let (mut rewards, mut ended, mut cut) = ([0.0; 3], [false; 3], [false; 3]);
    let mut out = StepResults { rewards: &mut rewards, ended: &mut ended, cut: &mut cut };
    vector.step(&chosen, &mut out).expect("they are legal");
    let mut seen = vec![0; 3 * size];
    vector.write_planes(&mut seen);
    for (game, &at) in firsts.iter().enumerate() {
        assert_eq!(ended[game], !ahead.rewards[at].is_nan());
        if !ended[game] {
            assert_eq!(seen[game * size..][..size], ahead.planes[at * size..][..size]);
        }
    }
}

#[test]
fn seeds_determine_random_choices() {
    let rules = Struggle::default();
    let actions = Actions::survey(&rules);
    let made = |seed| Vector::new(rules.clone(), Adjudication::NONE, 3, actions, 50, seed).expect("room");
    let mut positions = [made(5), made(5), made(6)].map(|mut vector| {
        vector.play_out(20);
        (0..3).map(|game| vector.position_text(game)).collect::<Vec<_>>()
    });
    assert_eq!(positions[0], positions[1]);
    assert_ne!(positions[0], positions[2]);
    let mut vector = made(9);
    vector.play_out(7);
    vector.reset(Some(5));
    vector.play_out(20);
    positions[2] = (0..3).map(|game| vector.position_text(game)).collect();
    assert_eq!(positions[0], positions[2]);
}

#[test]
fn planes_name_what_they_show() {
    let rules = Chess::default();
    let planes = Planes::of(&rules);
    let names: Vec<Plane> = planes.list().collect();
    assert_eq!((planes.count(), names.len(), planes.squares()), (17, 17, 64));
    let history = History::new(rules, Adjudication::NONE, rules.start());
    let mut out = vec![0; planes.size()];
    planes.write(history.position(), history.past(), &history.legal_moves(), &mut out);
    let count = |plane: Plane| {
        let at = names.iter().position(|name| *name == plane).expect("there is such a plane");
        out[at * 64..][..64].iter().map(|byte| usize::from(*byte)).sum::<usize>()
    };
    let own: usize = (0..6).map(|kind| count(Plane::Own(kind))).sum();
    assert_eq!((own, count(Plane::From), count(Plane::To)), (16, 10, 16));
    assert_eq!((count(Plane::First), count(Plane::Recurrence), count(Plane::Quiet)), (64, 64, 0));
}

#[test]
fn ways_are_found_by_a_survey() {
    let ways = |actions: Actions| (actions.squares(), actions.ways());
    assert_eq!(ways(Actions::survey(&Chess::default())), (64, 4));
    assert_eq!(ways(Actions::survey(&Toddler::default())).0, 121);
    assert_eq!(ways(Actions::survey(&Symmetron)).0, 44);
    assert_eq!(ways(Actions::survey(&Struggle::default())).0, 47);
}
