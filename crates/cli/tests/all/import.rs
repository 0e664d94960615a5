use crate::run::{Folder, Run, command, entourage, has};

const CONFIGURATION: &str = "# two variants\n[twice:chess]\nking = k:KN\n[other:twice]\ntwoBoards = true\nbogus = 1\n[third:twice]\ntwoBoards = true\n";

#[test]
fn a_configuration_is_imported() {
    let folder = Folder::new();
    folder.write("variants.ini", CONFIGURATION);
    let import = |words: &[&str]| {
        Run::of(command(&[&["import"], words].concat()).current_dir(folder.path()).output().unwrap())
    };
    let all = import(&["variants.ini", "--out", "games"]).answer();
    has(&all, &["other: 6: bogus: unknown option\n"]);
    has(&all, &["third: 8: twoBoards: not supported by the language of game definitions\n"]);
    assert!(all.ends_with("1 imported, 2 refused\n"), "{all}");
    let path = &folder.at("games/twice.game");
    has(&entourage(&["check", path, "--games", "4"]), &[" 0 errors"]);
    assert_eq!(entourage(&["perft", path, "1"]), "22\n");
    // An existing file is kept; the other variants are written.
    folder.write("games/twice.game", "mine");
    folder.write("more.ini", "x = 1\n[chess:shogi]\n[twice:chess]\n[zweimal:chess]\n");
    let more = import(&["more.ini", "--out", "games"]);
    more.fails(&[]);
    let begin = "1: x: ignored: this line is before the first section\n2: chess: ";
    assert!(more.out.starts_with(begin), "{}", more.out);
    has(&more.out, &["twice: games/twice.game already exists and was not overwritten\n"]);
    has(&more.out, &["zweimal: imported as games/zweimal.game\n"]);
    assert_eq!(folder.read("games/twice.game"), "mine");
    let passed_over = import(&["more.ini:chess"]);
    assert!(passed_over.code == 2 && passed_over.out.starts_with("chess: 2: chess: "), "{}", passed_over.out);
    std::fs::remove_file(path).unwrap();
    assert_eq!(import(&["variants.ini", "--out", "games"]).code, 0);
    let one = import(&["variants.ini:twice"]);
    assert_eq!((one.code, one.out), (0, folder.read("games/twice.game")));
    let refused = import(&["variants.ini:third", "--lang", "fr"]);
    refused.fails(&[]);
    has(&refused.out, &["n'est pas pris en charge par le langage des définitions de jeux"]);
    let json: serde_json::Value = serde_json::from_str(&import(&["variants.ini", "--json"]).out).unwrap();
    assert_eq!(json["imported"][0]["game"], "twice");
    assert_eq!(json["refused"][1]["refusals"][0]["line"], 8);
    for (file, why) in [
        ("none.ini", "none.ini"),
        ("variants.ini:nobody", "unknown variant nobody"),
        ("games/twice.game", "begins a section"),
    ] {
        import(&[file]).fails(&[why]);
    }
}

#[test]
fn built_in_variants_are_imported() {
    has(&entourage(&["import", ":minishogi"]), &["hands of 10\n", "power mercy of Pawn"]);
    has(&entourage(&["import", ":"]), &["shogi: imported as shogi; a hand has room for fewer pieces"]);
}
