//! Tests that the parsers never panic on mutated texts, and that accepted texts round-trip.

use entourage_kernel::testkit::{check_mutants, played, scattered};
use entourage_kernel::{Random, Rules};
use entourage_symmetron44::Symmetron;

const LETTERS: &str = "PBNRHAVDGKpbnrhavdgkwlsx=*0123456789/|[]- é🐉";

fn letters() -> Vec<String> {
    LETTERS.chars().map(String::from).chain([String::new()]).collect()
}

#[test]
fn accepted_positions_round_trip() {
    let mut random = Random::new(11);
    let mut positions = played(&Symmetron, &mut random, 300);
    positions.extend(scattered(&Symmetron, &mut random, 300));
    let texts: Vec<String> = positions.iter().map(|position| Symmetron.write_position(position)).collect();
    let rewrite = |text: &str| Symmetron.read_position(text).map(|found| Symmetron.write_position(&found));
    let read = check_mutants(&texts, &letters(), &mut random, 24_000, rewrite);
    assert!(read > 300, "only {read} mutants were read");
}

#[test]
fn accepted_moves_round_trip() {
    let mut random = Random::new(12);
    let mut read = 0;
    for position in scattered(&Symmetron, &mut random, 200) {
        let moves = Symmetron.list_moves(&position);
        let texts: Vec<String> = moves.iter().map(|&intent| Symmetron.write_move(intent)).collect();
        let tries = 4 * texts.len();
        read += check_mutants(&texts, &letters(), &mut random, tries, |text| {
            let found = Symmetron.read_move(text)?;
            // Checking any parsed move must not panic.
            let _ = Symmetron.judge(&position, found);
            Ok(Symmetron.write_move(found))
        });
    }
    assert!(read > 300, "only {read} mutants were read");
}

#[test]
fn short_and_empty_texts_are_refused() {
    for text in ["", " ", "/", "-", "w", "7/7/7/7/7/7", "7/7/7/7/7/7 [-|-] w", "7/7/7/7/7/7 [-|-] w "] {
        assert!(Symmetron.read_position(text).is_err(), "{text}");
    }
    for text in [
        "", "a", "a1", "a1=", "a1=G", "a1=b", "a1*", "a1b", "a1b1=P", "a1b1x", "a1b1xc", "a1 b1", "pass", "wls",
    ] {
        assert!(Symmetron.read_move(text).is_err(), "{text}");
    }
}

#[test]
fn errors_have_token_and_offset() {
    for (text, token, at) in [
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARXHAD [N|n] w", "X", 31),
        ("darkhad/ppbbbpp/7/34/PPBBBPP/DARKHAD [N|n] w", "34", 18),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [K|n] w", "K", 37),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|N] w", "N", 39),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [R|n] w", "R", 37),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|n] x", "x", 42),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|n] w w", " w", 43),
        ("Parkhad/ppbbbpp/7/7/PPBBBPP/DARKHAD [N|n] w", "P", 0),
        ("darkhad/ppbbbpp/7/7/PPBBBPP/bARKHAD [N|n] w", "b", 28),
        ("3k3/7/7/3G3/7/3K1PP [-|-] w", "w", 26),
    ] {
        let error = Symmetron.read_position(text).unwrap_err();
        assert_eq!((error.token.as_str(), error.at), (token, at), "{text}: {error}");
    }
}
