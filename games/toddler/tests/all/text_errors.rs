//! Tests every notation error in English and French.

use entourage_kernel::{Rules, TextError};
use entourage_toddler::Toddler;

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

fn position(from: &str, to: &str) -> TextError {
    let text = START.replacen(from, to, 1);
    Toddler::default().read_position(&text).err().unwrap_or_else(|| panic!("{text} is read"))
}

/// Compares error texts with the expected ones, after replacing French no-break spaces with ordinary spaces.
macro_rules! check {
    ($($error:expr => $en:literal $fr:literal;)*) => {
        $(
            let error = $error;
            assert_eq!(error.problem.en, $en);
            assert_eq!(error.problem.fr.replace('\u{a0}', " "), $fr);
        )*
    };
}

#[test]
fn positions() {
    let threatened = "5t5/11/11/11/11/5E5/11/11/11/11/5T5 w -";
    check! {
        position("/11/ssssscsssss", "") => "only 9 of 11 rows are given" "il manque des rangées : 9 sur 11 sont indiquées";
        position("/11/", "/11/11/") => "expected 11 rows, but found more" "attendu : 11 rangées seulement";
        position("anp", "axp") => "no piece has this letter" "aucune pièce n'a cette lettre";
        position("/11/", "/12/") => "expected a number of empty squares from 1 to 11"
            "attendu : un nombre de cases vides de 1 à 11";
        position("/11/", "/1/") => "row 2 has 1 square instead of 11" "la rangée 2 a 1 case au lieu de 11";
        position("/11/", "/5/") => "row 2 has 5 squares instead of 11" "la rangée 2 a 5 cases au lieu de 11";
        position("/11/", "/11s/") => "row 2 is more than 11 squares wide" "la rangée 2 a plus de 11 cases";
        position(" w", " x") => "expected the side to move, w or b, after one space"
            "attendu : le camp au trait, w ou b, après une espace";
        position(" -", " 0") => "expected the consecutive passes (-, p or pp) after one space"
            "attendu après une espace : les passes consécutives (-, p ou pp)";
        position(" -", " - -") => "nothing may follow the passes" "rien ne doit suivre les passes";
        position("/11/", "/t10/") => "a side has at most one t, but there are 2"
            "un camp a au plus un t, mais il y en a 2";
        position("T", "1") => "a Toddler is missing: there must be exactly one T" "il manque un Bambin : il faut exactement un T";
        position(START, threatened) => "the side not to move is in Threat: its Toddler on f1 is attacked from f6"
            "le camp qui n'a pas le trait est en Menace : son Bambin en f1 est attaqué depuis f6";
    }
}

#[test]
fn moves() {
    let read = |text| Toddler::default().read_move(text).unwrap_err();
    check! {
        read("a1z9") => "expected a square from a1 to k11, or pass" "attendu : une case de a1 à k11, ou pass";
        read("a1a2a3a4") => "a move has at most three squares" "un coup a au plus trois cases";
        read("a1") => "a move needs a start square and an end square"
            "un coup doit avoir une case de départ et une case d'arrivée";
    }
}

#[test]
fn options() {
    let read = |options: &[&str]| Toddler::default().with_options(options).err().unwrap();
    check! {
        read(&["x"]) => "unknown option; the options are rulebook, summary, repetition=N and quiet-limit=N"
            "option inconnue ; les options sont rulebook, summary, repetition=N et quiet-limit=N";
        read(&["summary", "rulebook"]) => "the edition is specified twice" "l'édition est indiquée deux fois";
    }
}
