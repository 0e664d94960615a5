//! The search, with table, windows and ordering, finds the scores of plain minimax.

mod minimax;
mod skirmish;

use entourage_kernel::{Adjudication, Evaluate, History, Random};
use entourage_search::{Options, Progress, Search};
use minimax::minimax;
use skirmish::Skirmish;

/// Thinks to a depth with the table left as it is by shallower depths.
fn deepen<R: Evaluate>(search: &mut Search<R>, depth: u32) {
    while search.depth() < depth && search.advance(u64::MAX) != Progress::Finished {}
}

/// Throws pieces together and plays a few random moves, so that there is a past to repeat.
fn random_game<R: Evaluate>(rules: &R, adjudication: Adjudication, random: &mut Random) -> Option<History<R>> {
    let mut history = History::new(rules.clone(), adjudication, rules.scatter(random)?);
    for _ in 0..random.below(24) {
        let intent = *random.pick(&history.legal_moves())?;
        history.play(intent).ok()?;
    }
    history.status().outcome().is_none().then_some(history)
}

/// Compares best score and, within the slack, every move's score at depths 1 to `depth`.
fn compare<R: Evaluate>(history: &History<R>, depth: u32, slack: i32) {
    let mut search = Search::new(history, Options { table_mb: 1, slack });
    for depth in 1..=depth {
        deepen(&mut search, depth);
        if search.depth() < depth {
            let score = search.best().unwrap().score;
            assert!(score.plies_to_end().is_some(), "gave up early at {score}");
            return;
        }
        let expected = minimax(history, depth as usize);
        let highest = expected.iter().map(|(_, value)| *value).max().unwrap();
        let best = search.best().unwrap();
        let position = history.rules().write_position(history.position());
        assert_eq!(best.score.number(), highest, "depth {depth}, {position}, {:?}", history.moves());
        assert!(expected.contains(&(best.intent, highest)), "depth {depth}, {:?}, {position}", best.intent);
        for &(intent, value) in &expected {
            let ranked = search.ranking().iter().find(|(other, _)| *other == intent);
            match ranked {
                Some((_, score)) => assert_eq!(score.number(), value, "depth {depth}, {intent:?}, {position}"),
                None => assert!(value <= highest - slack, "depth {depth}, {intent:?} is missing, {position}"),
            }
        }
    }
}

fn compare_many(rules: Skirmish, positions: usize) {
    let mut random = Random::new(7);
    let adjudications = [
        Adjudication::NONE,
        Adjudication { repetition: Some(3), quiet_limit: Some(100) },
        Adjudication { repetition: Some(2), quiet_limit: Some(3) },
        Adjudication { repetition: Some(4), quiet_limit: Some(8) },
    ];
    let mut compared = 0;
    while compared < positions {
        let adjudication = adjudications[compared % adjudications.len()];
        if let Some(history) = random_game(&rules, adjudication, &mut random) {
            compare(&history, 3, [0, 60, 400][compared % 3]);
            compared += 1;
        }
    }
}

#[test]
fn equals_minimax_with_passes() {
    compare_many(Skirmish::Passing, 300);
}

#[test]
fn equals_minimax_with_stalemates() {
    compare_many(Skirmish::Strict, 300);
}

#[test]
fn equals_minimax_with_turns_of_two_plies() {
    compare_many(Skirmish::Double, 300);
}
