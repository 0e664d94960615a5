//! Whole games under Rules from the setup to the end.

use entourage_kernel::testkit::check_playthrough;
use entourage_struggle::Struggle;

#[test]
fn a_white_comes_home_past_pact_and_hatter() {
    check_playthrough::<Struggle>(include_str!("../data/playthrough-1.tsv"), "win-2 goal");
}

#[test]
fn teleports_and_cabooses_until_a_white_is_captured() {
    check_playthrough::<Struggle>(include_str!("../data/playthrough-2.tsv"), "win-1 white-captured");
}
