//! Runs the kernel's conformance tests and the test suites from independent implementations.

use entourage_kernel::testkit::{
    check_empty_squares, check_perft_file, check_reason_codes, check_sentences, check_suite_file, conformance,
    positions,
};
use entourage_kernel::{Kind, Rules, perft};
use entourage_symmetron44::Symmetron;

#[test]
fn the_game_conforms() {
    conformance(&Symmetron, 1, positions(600));
}

#[test]
fn the_suite_agrees() {
    assert!(check_suite_file(&Symmetron, include_str!("../data/symmetron44.tsv")) > 400);
}

#[test]
fn perft_from_the_start_is_as_recorded() {
    let start = Symmetron.start();
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&Symmetron, &start, depth)), [27, 664, 14_404, 314_726]);
}

#[test]
fn the_perft_file_agrees() {
    assert!(check_perft_file(&Symmetron, include_str!("../data/symmetron44.perft"), u64::MAX) > 50);
}

#[test]
fn every_reason_has_a_sentence() {
    check_reason_codes(&Symmetron, env!("CARGO_MANIFEST_DIR"));
    check_sentences(&Symmetron, 4);
}

#[test]
fn attackers_of_empty_squares_follow_the_law() {
    check_empty_squares(&Symmetron, 7, positions(600) / 4, Kind(0), false);
}
