//! Replays complete games that end with Threat and Capture. The browser tests play the same files.

use entourage_kernel::testkit::check_playthrough;
use entourage_toddler::Toddler;

const END: &str = "win-1 threat-and-capture";

#[test]
fn a_game_with_every_manner_of_move() {
    check_playthrough::<Toddler>(include_str!("../data/playthrough-1.tsv"), END);
}

#[test]
fn a_short_game_with_captains_two_steps() {
    check_playthrough::<Toddler>(include_str!("../data/playthrough-2.tsv"), END);
}
