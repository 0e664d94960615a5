//! What the computer player is told of The Toddler.

use std::collections::HashSet;

use entourage_kernel::testkit::{played, scattered};
use entourage_kernel::{Evaluate, Intent, Random, Rules, Specimens};
use entourage_toddler::Toddler;

const RULES: Toddler = Toddler::new(entourage_toddler::Edition::Rulebook);

#[test]
fn noisy_moves_are_the_captures_each_once_and_only_they_gain() {
    let mut random = Random::new(11);
    let mut positions = played(&RULES, &mut random, 200);
    positions.extend(scattered(&RULES, &mut random, 400));
    for position in positions {
        let (mut all, mut noisy) = (Vec::new(), Vec::new());
        RULES.legal_moves(&position, &mut all);
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
fn both_sides_are_judged_alike() {
    let mut random = Random::new(12);
    let symmetries = RULES.symmetries();
    // Top and bottom change places with the sides: what White had, Black has.
    let mirror = symmetries.iter().find(|one| one.swaps_sides && one.name.starts_with("symmetry 2")).unwrap();
    for position in scattered(&RULES, &mut random, 300) {
        let image = RULES.transform(&position, mirror);
        assert_eq!(RULES.evaluate(&position), RULES.evaluate(&image), "{}", RULES.write_position(&position));
        assert!(RULES.evaluate(&position).abs() <= 20_000);
    }
}

#[test]
fn a_side_that_leads_sends_its_soldiers_to_the_enemy_toddler() {
    let estimate = |soldier: &str| {
        let text = format!("3g6t/4w6/11/{soldier}/11/3A3A3/11/3E3I3/11/11/2T8 b -");
        RULES.evaluate(&RULES.read_position(&text).unwrap())
    };
    // As far forward and from the middle, ten steps away and three: more than what nearness of any piece is worth.
    assert!(estimate("S10") - estimate("10S") > 35, "{} {}", estimate("S10"), estimate("10S"));
}
