//! The search equals plain minimax on a real game, its powers, endings and evaluation included.

mod minimax;

use entourage_kernel::{Adjudication, History, Random, Rules, perft};

use entourage_toddler::{Edition, Toddler};
use minimax::compare;

const ADJUDICATED: Adjudication = Adjudication { repetition: Some(3), quiet_limit: Some(100) };

/// Makes a game by throwing pieces together or by playing from the start, then some random moves.
fn random_game(random: &mut Random) -> Option<History<Toddler>> {
    let rules = Toddler::new([Edition::Rulebook, Edition::Summary][random.below(2)]);
    let adjudication = if random.one_in(2) { ADJUDICATED } else { Adjudication::NONE };
    let (start, plies) = match random.one_in(4) {
        true => (rules.start(), random.below(200)),
        false => (rules.scatter(random)?, random.below(12)),
    };
    let mut history = History::new(rules, adjudication, start);
    for _ in 0..plies {
        let intent = *random.pick(&history.legal_moves())?;
        history.play(intent).ok()?;
    }
    history.status().outcome().is_none().then_some(history)
}

/// Compares at depths up to `depth` on so many positions that minimax can do within a budget.
fn compare_many(seed: u64, positions: usize, depth: u32, budget: u64) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    while compared < positions {
        let Some(history) = random_game(&mut random) else { continue };
        // Whatever minimax looks at, it looks at every line to the depth.
        if perft(history.rules(), history.position(), depth) < budget {
            compared += usize::from(compare(&history, depth, [0, 100][compared % 2], budget));
        }
    }
}

#[test]
fn equals_minimax_at_depth_1() {
    compare_many(1, 300, 1, 2_000);
}

#[test]
fn equals_minimax_at_depth_2() {
    compare_many(2, 300, 2, 6_000);
}

#[test]
fn equals_minimax_at_depth_3() {
    compare_many(3, 1_000, 3, 6_000);
}

/// Takes hours without optimisation: `cargo test --release -p entourage-search -- --ignored`.
#[test]
#[ignore = "long"]
fn equals_minimax_at_depth_3_in_crowds() {
    compare_many(4, 1_000, 3, u64::MAX);
}
