//! Whole games from the start position to Threat and Capture. The browser tests play the same files by hand.

use entourage_kernel::testkit::check_playthrough;
use entourage_toddler::Toddler;

const END: &str = "win-1 threat-and-capture";

#[test]
fn every_manner_of_move_in_one_game() {
    check_playthrough::<Toddler>(include_str!("../data/playthrough-1.tsv"), END);
}

#[test]
fn a_short_game_with_two_steps_of_captains() {
    check_playthrough::<Toddler>(include_str!("../data/playthrough-2.tsv"), END);
}
