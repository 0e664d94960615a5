//! Tests that the parsers never panic on mutated texts, and that accepted texts round-trip.

use entourage_kernel::testkit::check_mutants;
use entourage_kernel::{Random, Rules, TextError};
use entourage_struggle::Struggle;

const POSITIONS: [&str; 8] = [
    "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -",
    "w/2/3/4/5/6/5/1K1GB1/5/4/3/2/W 1 main=e6,off=e6 torus@B - - f6",
    "w/2/3/4/1B3/1R4/5/1G4/5/4/3/2/W 1 extra=b6,jolt=b8 jolt@B - - -",
    "w/2/3/4/5/6/B4/1G4/5/4/3/2/W 1 second=a7 sacrifice@B - - -",
    "w/KB/YRG/4/5/6/5/6/5/4/bgy/rk/W 1 free hatter! - - -",
    "1/r1/1k1/4/1W3/6/2w2/6/2B2/4/3/2/1 1 - pact! armor@R!,pacifist@K B:k -",
    "w/BK/YRG/4/5/6/5/6/5/4/bgy/rk/W 1 pp - - - -",
    "W/2/3/4/5/6/5/2w3/5/4/3/2/1 2 - - - - -",
];

const MOVES: [&str; 9] =
    ["a3a4", "a3:a4:a5", "a3:a4:a5:a6", "a3@b6", "a2>a3", "a2<>b3", "b3||c11", "end", "pass"];

const PIECES: &[&str] = &[
    "/", " ", ",", "+", "=", ":", "@", "!", "-", "p", "main=", "off=", "jolt=", "second=", "extra=", "free",
    "torus@B", "hatter", "a1", "f6", "c10", "a13", "W", "x", "K", "1", "0", "99", "é", "😀", "",
];

fn check(texts: &[&str], rewrite: impl Fn(&str) -> Result<String, TextError>) {
    check_mutants(texts, PIECES, &mut Random::new(13), 4_000, |text| {
        rewrite(text).inspect_err(|error| assert_ne!(error.problem.en, error.problem.fr))
    });
}

#[test]
fn the_examples_round_trip() {
    let rules = Struggle::default();
    for text in POSITIONS {
        let position = rules.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rules.write_position(&position), text);
    }
    for text in MOVES {
        assert_eq!(rules.write_move(rules.read_move(text).unwrap()), text);
    }
}

#[test]
fn phases_that_no_turn_leads_to_are_refused() {
    for text in include_str!("../data/refused.txt").lines().filter(|line| !line.starts_with('#')) {
        assert!(Struggle::default().read_position(text).is_err(), "{text}");
    }
}

#[test]
fn accepted_texts_round_trip() {
    let rules = Struggle::default();
    check(&POSITIONS, |text| rules.read_position(text).map(|position| rules.write_position(&position)));
    check_mutants(&MOVES, PIECES, &mut Random::new(14), 4_000, |text| {
        rules.read_move(text).map(|intent| rules.write_move(intent))
    });
}

#[test]
fn options_never_panic() {
    let texts = ["1=torus@B+pact+armor@R/KBGRY", "2=sacrifice@Y/Y.KBG", "ban=conversion+jolt"];
    check(&texts, |text| {
        let options: Vec<&str> = text.split(',').collect();
        let rules = Struggle::default().with_options(&options)?;
        let written = rules.options();
        let again: Vec<&str> = written.iter().map(String::as_str).collect();
        assert_eq!(Struggle::default().with_options(&again), Ok(rules));
        Ok(text.to_owned())
    });
}
