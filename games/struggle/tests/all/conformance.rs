//! Runs the kernel's conformance tests and the test suites from independent implementations.

use entourage_kernel::testkit::{
    check_empty_squares, check_perft_file, check_reason_codes, check_sentences, check_suite_file, conformance,
    positions,
};
use entourage_kernel::{Kind, Rules, perft};
use entourage_struggle::Struggle;

fn with(options: &[&str]) -> Struggle {
    Struggle::default().with_options(options).unwrap()
}

#[test]
fn the_plain_game_and_scattered_rules_conform() {
    conformance(&Struggle::default(), 1, positions(600));
}

#[test]
fn games_with_rules_conform() {
    for (seed, options) in [
        ["1=torus@B+pact+armor@R/KBGRY", "2=jolt@K+hatter+reaper@Y/YRGBK"],
        ["1=caboose+conversion@G+teleport@B/BKRGY", "2=catapult@B+pacifist@K+sacrifice@R/RKBG."],
        ["1=jolt@R+sacrifice@Y+conversion@B/.BGRY", "2=jolt@R+caboose+pact/KBGRY"],
    ]
    .iter()
    .enumerate()
    {
        conformance(&with(options), seed as u64 + 2, positions(600) / 3);
    }
}

#[test]
fn the_suite_agrees() {
    assert!(check_suite_file(&Struggle::default(), include_str!("../data/struggle.tsv")) > 500);
}

#[test]
fn perft_from_the_start_is_as_recorded() {
    let rules = Struggle::default();
    let counts = [1, 2, 3, 4, 5].map(|depth| perft(&rules, &rules.start(), depth));
    assert_eq!(counts, [10, 100, 1_380, 17_156, 230_360]);
}

#[test]
fn the_perft_file_agrees() {
    assert!(check_perft_file(&Struggle::default(), include_str!("../data/struggle.perft"), 3_000_000) > 60);
}

#[test]
fn every_reason_has_a_sentence() {
    check_reason_codes(&Struggle::default(), env!("CARGO_MANIFEST_DIR"));
    check_sentences(&with(&["1=torus@B+pact+armor@R/KBGRY", "2=caboose+hatter+jolt@K/YRGBK"]), 3);
}

#[test]
fn attackers_of_empty_spaces_follow_the_law() {
    check_empty_squares(&Struggle::default(), 7, positions(600) / 4, Kind(6), true);
}
