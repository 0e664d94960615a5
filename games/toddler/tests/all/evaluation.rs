//! Tests the evaluation and the generation of noisy moves.

use std::collections::HashSet;

use entourage_kernel::testkit::{played, scattered};
use entourage_kernel::{Evaluate, Intent, Random, Rules, Specimens};
use entourage_toddler::Toddler;

const RULES: Toddler = Toddler::new(entourage_toddler::Edition::Rulebook);

#[test]
fn noisy_moves_are_exactly_the_captures() {
    let mut random = Random::new(11);
    let mut positions = played(&RULES, &mut random, 200);
    positions.extend(scattered(&RULES, &mut random, 400));
    for position in positions {
        let (all, mut noisy) = (RULES.list_moves(&position), Vec::new());
        RULES.noisy_moves(&position, &mut noisy);
        let captures: HashSet<Intent> =
            all.iter().copied().filter(|&intent| RULES.is_decisive(&position, intent)).collect();
        assert_eq!(noisy.len(), captures.len(), "{}", RULES.write_position(&position));
        assert_eq!(noisy.into_iter().collect::<HashSet<_>>(), captures, "{}", RULES.write_position(&position));
        for intent in all {
            assert_eq!(RULES.gain(&position, intent) > 0, captures.contains(&intent));
        }
    }
}

#[test]
fn evaluation_is_symmetric() {
    let mut random = Random::new(12);
    let symmetries = RULES.symmetries();
    // Flip the board and swap the sides.
    let mirror = symmetries.iter().find(|one| one.swaps_sides && one.name.starts_with("symmetry 2")).unwrap();
    for position in scattered(&RULES, &mut random, 300) {
        let image = RULES.transform(&position, mirror);
        assert_eq!(RULES.evaluate(&position), RULES.evaluate(&image), "{}", RULES.write_position(&position));
        assert!(RULES.evaluate(&position).abs() <= 20_000);
    }
}

#[test]
fn the_leading_side_values_soldiers_near_the_enemy_toddler() {
    let estimate = |soldier: &str| {
        let text = format!("3g6t/4w6/11/{soldier}/11/3A3A3/11/3E3I3/11/11/2T8 b -");
        RULES.evaluate(&RULES.read_position(&text).unwrap())
    };
    // Both Soldiers are equally advanced and central, but one is three steps from the enemy Toddler and the other ten.
    assert!(estimate("S10") - estimate("10S") > 35, "{} {}", estimate("S10"), estimate("10S"));
}
