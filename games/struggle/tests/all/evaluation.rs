//! Tests the evaluation, the gains of moves, and the search in this game.

use std::collections::HashSet;

use entourage_kernel::testkit::{played, scattered};
use entourage_kernel::{Evaluate, Intent, Random, Rules, Specimens};
use entourage_search::{Level, Limits, MATE, NoClock, Options, Search};
use entourage_struggle::Struggle;

#[test]
fn noisy_moves_are_exactly_those_that_gain() {
    let rules = Struggle::default();
    let mut random = Random::new(11);
    let mut positions = played(&rules, &mut random, 300);
    positions.extend(scattered(&rules, &mut random, 1_500));
    for position in positions {
        let (all, mut noisy) = (rules.list_moves(&position), Vec::new());
        rules.noisy_moves(&position, &mut noisy);
        let gaining: HashSet<Intent> =
            all.iter().copied().filter(|&intent| rules.gain(&position, intent) > 0).collect();
        let text = rules.write_position(&position);
        assert_eq!(noisy.len(), gaining.len(), "{text}");
        assert_eq!(noisy.into_iter().collect::<HashSet<_>>(), gaining, "{text}");
        for intent in all {
            let wins = rules
                .terminal(&rules.play_unchecked(&position, intent))
                .is_some_and(|end| end.winner.is_some());
            let captures = rules.is_decisive(&position, intent);
            assert!(!(wins || captures) || gaining.contains(&intent), "{} in {text}", rules.write_move(intent));
        }
    }
}

#[test]
fn evaluation_is_symmetric() {
    let rules = Struggle::default();
    let mut random = Random::new(12);
    for position in scattered(&rules, &mut random, 500) {
        for symmetry in rules.symmetries() {
            let image = rules.transform(&position, &symmetry);
            let text = rules.write_position(&position);
            assert_eq!(rules.evaluate(&position), rules.evaluate(&image), "{}: {text}", symmetry.name);
        }
        assert!(rules.evaluate(&position).abs() <= 20_000);
    }
}

/// Returns the score and the first move of the best line at the specified depth.
fn search(position: &str, depth: u32) -> (i32, String) {
    let rules = Struggle::default();
    let start = rules.read_position(position).unwrap();
    let history = entourage_kernel::History::new(rules.clone(), entourage_kernel::Adjudication::NONE, start);
    let mut search = Search::new(&history, Options::default());
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let best = search.run(limits, &NoClock, &stop, &mut |_| {}).unwrap();
    (best.score.number(), rules.write_move(best.intent))
}

#[test]
fn the_search_handles_turns_of_several_plies() {
    // A chain of two jumps captures the White; both plies are by the same player.
    let (score, first) = search("1/2/3/4/2w2/6/2r2/2B3/5/4/3/2/W 1 - - - - -", 2);
    assert_eq!(first, "c6:c7:d8");
    assert!(score > 20_000, "{score}");
    // Depth is counted in turns: two jumps without a capture precede the jump that captures.
    let (score, _) = search("1/2/3/4/5/6/3w1/6/3G1/4/1R1/B1/W 1 - - - - -", 1);
    assert_eq!(score, MATE - 3);
    // With Sacrifice, a step is followed by the jump over the White.
    let (score, first) = search("1/2/3/4/5/2w3/5/2B3/5/4/3/2/W 1 - sacrifice@B - - -", 2);
    assert!(score > 20_000, "{first} {score}");
}

#[test]
fn every_level_finds_a_move_within_a_turn() {
    let rules = Struggle::default();
    let start = rules.read_position("w/2/3/4/5/1R4/B4/1G4/5/4/3/2/W 1 main=a7,off=b5+a7 - - - -").unwrap();
    let history = entourage_kernel::History::new(rules.clone(), entourage_kernel::Adjudication::NONE, start);
    for level in Level::ALL {
        let chosen = entourage_search::choose_move(&history, level, 3).unwrap();
        assert!(history.legal_moves().contains(&chosen));
    }
}
