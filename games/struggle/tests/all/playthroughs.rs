//! Replays complete games with Rules.

use entourage_kernel::testkit::check_playthrough;
use entourage_struggle::Struggle;

#[test]
fn a_white_reaches_its_goal_with_pact_and_hatter() {
    check_playthrough::<Struggle>(include_str!("../data/playthrough-1.tsv"), "win-2 goal");
}

#[test]
fn a_white_is_captured_with_teleport_and_caboose() {
    check_playthrough::<Struggle>(include_str!("../data/playthrough-2.tsv"), "win-1 white-captured");
}
