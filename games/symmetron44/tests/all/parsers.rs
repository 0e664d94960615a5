//! The parsers against texts that are nearly right: no panic, and whatever is read is written back the same.

use entourage_kernel::testkit::{played, scattered};
use entourage_kernel::{Random, Rules};
use entourage_symmetron44::Symmetron;

const LETTERS: &[char] = &[
    'P',
    'B',
    'N',
    'R',
    'H',
    'A',
    'V',
    'D',
    'G',
    'K',
    'p',
    'b',
    'n',
    'r',
    'h',
    'a',
    'v',
    'd',
    'g',
    'k',
    'w',
    'l',
    's',
    'x',
    '=',
    '*',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '/',
    '|',
    '[',
    ']',
    '-',
    ' ',
    'é',
    '\u{1F409}',
];

/// Changes, adds or takes out a character one to three times.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        let letter = LETTERS[random.below(LETTERS.len())];
        match random.below(3) {
            0 => characters.insert(at, letter),
            1 if at < characters.len() => characters[at] = letter,
            _ if at < characters.len() => drop(characters.remove(at)),
            _ => {}
        }
    }
    characters.into_iter().collect()
}

#[test]
fn positions_that_are_read_are_written_back() {
    let mut random = Random::new(11);
    let mut positions = played(&Symmetron, &mut random, 300);
    positions.extend(scattered(&Symmetron, &mut random, 300));
    let mut read = 0;
    for position in positions {
        let text = Symmetron.write_position(&position);
        for _ in 0..20 {
            let mutant = mutate(&text, &mut random);
            match Symmetron.read_position(&mutant) {
                Ok(found) => {
                    assert_eq!(Symmetron.write_position(&found), mutant);
                    read += 1;
                }
                Err(error) => assert!(
                    mutant[error.at..].starts_with(&error.token) && !error.problem.is_empty(),
                    "{mutant}: {error}"
                ),
            }
        }
    }
    assert!(read > 300, "only {read} mutants were read");
}

#[test]
fn moves_that_are_read_are_written_back() {
    let mut random = Random::new(12);
    let mut read = 0;
    for position in scattered(&Symmetron, &mut random, 200) {
        let mut moves = Vec::new();
        Symmetron.legal_moves(&position, &mut moves);
        for intent in moves {
            let mutant = mutate(&Symmetron.write_move(intent), &mut random);
            match Symmetron.read_move(&mutant) {
                Ok(found) => {
                    assert_eq!(Symmetron.write_move(found), mutant);
                    // Whatever can be read can be judged.
                    let _ = Symmetron.judge(&position, found);
                    read += 1;
                }
                Err(error) => assert!(mutant[error.at..].starts_with(&error.token), "{mutant}: {error}"),
            }
        }
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
fn refusals_name_token_and_place() {
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
