//! Runs the kernel's conformance tests and the test suites from independent implementations.

use entourage_kernel::Kind;
use entourage_kernel::testkit::{
    check_empty_squares, check_perft_file, check_reason_codes, check_sentences, check_suite_file, conformance,
    positions,
};
use entourage_toddler::{Edition, Toddler};

const RULEBOOK: Toddler = Toddler::new(Edition::Rulebook);
const SUMMARY: Toddler = Toddler::new(Edition::Summary);

#[test]
fn the_rulebook_edition_conforms() {
    conformance(&RULEBOOK, 1, positions(600));
}

#[test]
fn the_summary_edition_conforms() {
    conformance(&SUMMARY, 2, positions(600));
}

#[test]
fn the_rulebook_suite_agrees() {
    assert!(check_suite_file(&RULEBOOK, include_str!("../data/toddler.tsv")) > 300);
}

#[test]
fn the_summary_suite_agrees() {
    assert!(check_suite_file(&SUMMARY, include_str!("../data/toddler-summary.tsv")) > 300);
}

#[test]
fn perft_files_agree() {
    assert!(check_perft_file(&RULEBOOK, include_str!("../data/toddler.perft"), 3_000_000) > 40);
    assert!(check_perft_file(&SUMMARY, include_str!("../data/toddler-summary.perft"), 3_000_000) > 40);
}

#[test]
fn every_reason_has_a_sentence() {
    check_reason_codes(&RULEBOOK, env!("CARGO_MANIFEST_DIR"));
    check_sentences(&RULEBOOK, 4);
}

#[test]
fn attackers_of_empty_squares_follow_the_law() {
    check_empty_squares(&RULEBOOK, 7, positions(600) / 4, Kind(8), false);
    check_empty_squares(&SUMMARY, 8, positions(600) / 4, Kind(8), false);
}
