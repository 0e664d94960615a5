use std::fs;

use crate::run::{Folder, entourage, entourage_reading, refused, run};

fn generate(game: &str, count: &str, file: &str) -> String {
    entourage(&["puzzles", "generate", game, "--count", count, "--seed", "3", "--out", file])
}

#[test]
fn generated_puzzles_are_correct_and_runs_can_be_interrupted() {
    let folder = Folder::new();
    for game in ["chess", "struggle", "dobutsu"] {
        let (once, twice) = (&*folder.at("once"), &*folder.at("twice"));
        assert!(generate(game, "4", once).starts_with("4 puzzles (4 new in "));
        assert!(generate(game, "2", twice).starts_with("2 puzzles (2 new in "));
        let whole = fs::read_to_string(once).unwrap();
        let interrupted = fs::read_to_string(twice).unwrap() + &whole.lines().nth(2).unwrap()[..20];
        fs::write(twice, interrupted).unwrap();
        assert!(generate(game, "4", twice).starts_with("4 puzzles (2 new in "));
        assert_eq!(fs::read_to_string(twice).unwrap(), whole);
        assert!(generate(game, "4", twice).starts_with("4 puzzles (0 new in "));
        assert_eq!(entourage(&["puzzles", "check", once]), "4 puzzles checked\n");
        let french = entourage_reading(&["--lang", "fr", "puzzles", "check", "-"], &whole);
        assert_eq!(french.out, "4 problèmes vérifiés\n");
        refused(
            &["puzzles", "generate", game, "--count", "5", "--seed", "4", "--out", once],
            &["--out: line 1: the puzzle is of another game, seed"],
        );
        fs::remove_file(once).unwrap();
        fs::remove_file(twice).unwrap();
    }
}

/// Checks every thirtieth of the shipped puzzles.
#[test]
fn shipped_puzzles_are_correct() {
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let some: Vec<&str> = text.lines().step_by(30).collect();
        let checked = entourage_reading(&["puzzles", "check", "-"], &some.join("\n"));
        assert_eq!(checked.out, format!("{} puzzles checked\n", some.len()));
    }
}

#[test]
fn wrong_puzzles_are_reported_by_line() {
    let folder = Folder::new();
    let file = &*folder.at("puzzles");
    generate("struggle", "2", file);
    let text = fs::read_to_string(file).unwrap();
    let [first, second] = text.lines().collect::<Vec<_>>()[..] else { panic!("two puzzles") };
    let damaged = second.replace("\"plies\":", "\"plies\":1");
    let unknown = first.replace("\"game\":\"struggle\"", "\"game\":\"nonesuch\"");
    fs::write(file, format!("{first}\n{damaged}\nnonsense\n{unknown}\n{first}\n\n{second}")).unwrap();
    let checked = run(&["puzzles", "check", file]);
    let lines: Vec<&str> = checked.out.lines().collect();
    let begins = [
        "line 2: the longest line has ",
        "line 3: not a puzzle: ",
        "line 4: \"nonesuch\"",
        "line 5: an earlier puzzle has the same position",
        "line 6: not a puzzle: ",
    ];
    assert_eq!(lines.len(), begins.len(), "{}", checked.out);
    for (line, begin) in lines.iter().zip(begins) {
        assert!(line.starts_with(begin), "{line}");
    }
    checked.fails(&["FILE: 5 errors"]);
}

#[test]
fn puzzles_of_other_definitions_need_their_folder() {
    let folder = Folder::new();
    let (game, file) = (&*folder.at("mine.game"), &*folder.at("puzzles"));
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/dobutsu.game");
    let text = fs::read_to_string(shipped).unwrap().replace("game dobutsu", "game mine");
    fs::write(game, text).unwrap();
    generate(game, "2", file);
    let root = folder.at("");
    assert_eq!(entourage(&["puzzles", "check", file, "--games", &root]), "2 puzzles checked\n");
    run(&["puzzles", "check", file]).fails(&["FILE: 2 errors"]);
    let taken = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/struggle.game");
    refused(&["puzzles", "generate", taken, "--out", file], &["GAME", "already exists"]);
}

#[test]
fn invalid_arguments_are_refused() {
    let folder = Folder::new();
    let file = &*folder.at("puzzles");
    for (arguments, parts) in [
        (&["puzzles", "generate", "nonesuch", "--out", file][..], &["GAME", "\"nonesuch\""][..]),
        (&["puzzles", "generate", "nonesuch.game", "--out", file], &["nonesuch.game"]),
        (&["puzzles", "generate", "chess"], &["--out"]),
        (&["puzzles", "generate", "chess", "--out", file, "--within", "8"], &["--within", "from 1 to 7"]),
        (&["puzzles", "generate", "chess", "--out", file, "--count", "0"], &["--count"]),
        (&["puzzles", "check", "/nonexistent/file"], &["FILE", "cannot read"]),
        (&["puzzles", "check", file, "--games", "/nonexistent"], &["--games"]),
    ] {
        refused(arguments, parts);
    }
}
