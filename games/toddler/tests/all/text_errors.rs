//! What is said of texts that cannot be read: every problem, in English and French.

use entourage_kernel::{Rules, TextError};
use entourage_toddler::Toddler;

const START: &str = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

fn position(from: &str, to: &str) -> TextError {
    let text = START.replacen(from, to, 1);
    Toddler::default().read_position(&text).err().unwrap_or_else(|| panic!("{text} is read"))
}

#[track_caller]
fn says(error: &TextError, en: &str, fr: &str) {
    assert_eq!(error.problem.en, en);
    assert_eq!(error.problem.fr.replace('\u{a0}', " "), fr);
}

#[test]
fn positions() {
    let row = "/11/ssssscsssss";
    says(&position(row, ""), "only 9 of 11 rows are given", "il manque des rangées : 9 sur 11 sont données");
    says(&position("/11/", "/11/11/"), "there are more than 11 rows", "il y a plus de 11 rangées");
    says(&position("anp", "axp"), "no piece has this letter", "aucune pièce n'a cette lettre");
    says(
        &position("/11/", "/12/"),
        "expected a count of empty squares, 1 to 11",
        "il faut un nombre de cases vides, de 1 à 11",
    );
    says(&position("/11/", "/1/"), "row 2 has 1 square instead of 11", "la rangée 2 a 1 case au lieu de 11");
    says(&position("/11/", "/5/"), "row 2 has 5 squares instead of 11", "la rangée 2 a 5 cases au lieu de 11");
    says(&position("/11/", "/11s/"), "row 2 is more than 11 squares wide", "la rangée 2 a plus de 11 cases");
    says(
        &position(" w", " x"),
        "expected the side to move, w or b, after one space",
        "il faut le camp au trait, w ou b, après une espace",
    );
    says(
        &position(" -", " 0"),
        "expected the passes just made, -, p or pp, after one space",
        "il faut les passes qui viennent d'être faites, -, p ou pp, après une espace",
    );
    says(&position(" -", " - -"), "nothing may follow the passes", "rien ne doit suivre les passes");
    says(
        &position("/11/", "/t10/"),
        "a side has at most one t, here are 2",
        "un camp a au plus un t, il y en a 2 ici",
    );
    says(
        &position("T", "1"),
        "a Toddler is missing: there must be one T",
        "il manque un Bambin : il faut un T",
    );
    let threatened = "5t5/11/11/11/11/E10/11/11/11/11/5T5 w -".replacen("E10", "5E5", 1);
    let error = Toddler::default().read_position(&threatened).err().unwrap();
    says(
        &error,
        "the side not to move is in Threat: its Toddler on f1 is attacked from f6",
        "le camp qui n'a pas le trait est sous la Menace : son Bambin en f1 est attaqué depuis f6",
    );
}

#[test]
fn moves() {
    let read = |text| Toddler::default().read_move(text).unwrap_err();
    says(&read("a1z9"), "expected a square from a1 to k11, or pass", "il faut une case de a1 à k11, ou pass");
    says(&read("a1a2a3a4"), "a move has at most three squares", "un coup a au plus trois cases");
    says(
        &read("a1"),
        "a move needs the square it starts from and the one it goes to",
        "il faut à un coup la case d'où il part et celle où il va",
    );
}

#[test]
fn options() {
    let read = |options: &[&str]| Toddler::default().with_options(options).err().unwrap();
    says(
        &read(&["x"]),
        "no such option; there are rulebook, summary, repetition=N and quiet-limit=N",
        "cette option n'existe pas ; il y a rulebook, summary, repetition=N et quiet-limit=N",
    );
    says(&read(&["summary", "rulebook"]), "the edition was given before", "l'édition a déjà été donnée");
}
