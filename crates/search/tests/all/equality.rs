//! Tests that the search, with table, windows and move ordering, finds the same scores as plain minimax.

use entourage_kernel::{Adjudication, Evaluate, History, Random, Specimens};

use crate::minimax::compare;
use crate::skirmish::Skirmish;

/// Places pieces randomly and plays a few random moves, so that there are positions to repeat.
fn random_game<R: Evaluate + Specimens>(
    rules: &R,
    adjudication: Adjudication,
    random: &mut Random,
) -> Option<History<R>> {
    let mut history = History::new(rules.clone(), adjudication, rules.scatter(random)?);
    for _ in 0..random.below(24) {
        let intent = *random.pick(&history.legal_moves())?;
        history.play(intent).ok()?;
    }
    history.status().outcome().is_none().then_some(history)
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
            compared += usize::from(compare(&history, 3, [0, 60, 400][compared % 3], 100_000));
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
