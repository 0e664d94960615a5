//! Runs the fuzz target on random input.

#[path = "../../../../fuzz/src/tournament.rs"]
mod fuzzed;

use entourage_kernel::Random;

#[test]
fn any_input_is_paired_or_refused() {
    let mut random = Random::new(23);
    for _ in 0..200 {
        let count = 40 + random.below(2000);
        let bytes: Vec<u8> = (0..count).map(|_| random.bits() as u8).collect();
        fuzzed::tournament(&bytes);
    }
}
