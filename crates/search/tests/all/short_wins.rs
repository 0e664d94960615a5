//! Tests that wins in two moves are found at a small depth, although most quiet moves are pruned.

use std::sync::atomic::AtomicBool;

use entourage_chess::Chess;
use entourage_kernel::{Adjudication, Board, Evaluate, History, Random, Rules, Specimens};
use entourage_search::{Limits, NoClock, Options, Search};
use entourage_solver::{Settings, Solver};
use entourage_toddler::Toddler;

/// Checks that a search to depth 6 finds the win in two moves that the solver proves; returns whether there is one.
fn check<R: Evaluate>(rules: &R, position: R::Position) -> bool {
    let text = rules.write_position(&position);
    let settings = Settings { attacker: position.side_to_move(), table_mb: 1 };
    let mut solver = Solver::new(rules.clone(), position.clone(), settings);
    while !solver.advance(u64::MAX, 3) {}
    if solver.distance().most != 3 {
        return false;
    }
    let game = History::new(rules.clone(), Adjudication::NONE, position);
    let mut search = Search::new(&game, Options { table_mb: 1, ..Options::default() });
    let limits = Limits { depth: Some(6), ..Limits::NONE };
    let best = search.run(limits, &NoClock, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(best.score.plies_to_end(), Some(3), "{text}");
    true
}

#[test]
fn mates_in_two_are_found_at_depth_6() {
    let rules = Chess;
    let positions = include_str!("../data/mates_in_two.txt").lines().filter(|line| !line.starts_with('#'));
    for text in positions {
        assert!(check(&rules, rules.read_position(text).unwrap()), "{text}: no mate in two");
    }
}

#[test]
fn wins_in_two_moves_of_another_game_are_found_at_depth_6() {
    let rules = Toddler::default();
    let mut random = Random::new(48);
    let (mut found, mut tries) = (0, 0);
    while found < 20 {
        tries += 1;
        assert!(tries < 10_000);
        let Some(position) = rules.scatter(&mut random) else { continue };
        if rules.outcome(&position).is_none() {
            found += usize::from(check(&rules, position));
        }
    }
}
