//! Variants of Fairy-Stockfish, from the command line: written as games, or refused by option and line.

use std::fs;

use crate::run::{Run, command, entourage};

const CONFIGURATION: &str = "# two variants\n[twice:chess]\nking = k:KN\n[other:twice]\ntwoBoards = true\nbogus = 1\n[third:twice]\ntwoBoards = true\n";

#[test]
fn a_file_is_imported_and_what_is_refused_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("variants.ini"), CONFIGURATION).unwrap();
    let import = |words: &[&str]| {
        let output = command(&[&["import"], words].concat()).current_dir(folder.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    };
    let all = import(&["variants.ini", "--out", "games"]);
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    assert!(all.out.contains("other: 6: bogus: no such option is known\n"), "{}", all.out);
    assert!(
        all.out.contains("third: 8: twoBoards: the language of text games has no words for it\n"),
        "{}",
        all.out
    );
    assert!(all.out.ends_with("1 imported, 2 refused\n"), "{}", all.out);
    let file = folder.path().join("games/twice.game");
    let path = file.to_str().unwrap();
    assert!(entourage(&["check", path]).contains(" 0 errors"));
    assert_eq!(entourage(&["perft", path, "1"]), "22\n");
    // Nothing is written over, and the others are written.
    fs::write(&file, "mine").unwrap();
    fs::write(folder.path().join("more.ini"), "x = 1\n[chess:shogi]\n[twice:chess]\n[zweimal:chess]\n")
        .unwrap();
    let more = import(&["more.ini", "--out", "games"]);
    assert_eq!(more.code, 2);
    assert!(
        more.out.starts_with("1: x: this stands before the first section and is passed over\n2: chess: "),
        "{}",
        more.out
    );
    assert!(
        more.out.contains("twice: games/twice.game is there already, and is left as it is\n"),
        "{}",
        more.out
    );
    assert!(more.out.contains("zweimal: imported as games/zweimal.game\n"), "{}", more.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let passed_over = import(&["more.ini:chess"]);
    assert!(passed_over.code == 2 && passed_over.out.starts_with("chess: 2: chess: "), "{}", passed_over.out);
    fs::remove_file(&file).unwrap();
    assert_eq!(import(&["variants.ini", "--out", "games"]).code, 0);
    let one = import(&["variants.ini:twice"]);
    assert_eq!((one.code, one.out.as_str()), (0, fs::read_to_string(&file).unwrap().as_str()));
    let refused = import(&["variants.ini:third", "--lang", "fr"]);
    assert!(refused.code == 2 && refused.out.contains("n'a pas de mots pour cela"), "{}", refused.out);
    let told: serde_json::Value = serde_json::from_str(&import(&["variants.ini", "--json"]).out).unwrap();
    assert_eq!(told["imported"][0]["game"], "twice");
    assert_eq!(told["refused"][1]["refusals"][0]["line"], 8);
    for (words, why) in [
        (&["none.ini"][..], "none.ini"),
        (&["variants.ini:nobody"][..], "no variant is called nobody here"),
        (&["games/twice.game"][..], "begins a section"),
    ] {
        let refused = import(words);
        assert!(refused.code == 2 && refused.err.contains(why), "{words:?}: {}", refused.err);
    }
}

#[test]
fn what_is_built_in_is_imported_by_its_name() {
    let text = entourage(&["import", ":minishogi"]);
    assert!(text.contains("hands of 10\n") && text.contains("power mercy of Pawn"), "{text}");
    assert!(entourage(&["import", ":"]).contains("shogi: imported as shogi; a hand holds fewer pieces"));
}
