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

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn the_documented_solution_is_current() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PUZZLES.md")).unwrap();
    let example = page.split("```solution\n").nth(1).unwrap().split("```").next().unwrap();
    let solved = run(&["puzzles", "solve", "chess", MORPHY, "--in", "2", "--tries", "--set-play"]);
    assert_eq!(solved.answer(), example);
    let french = ["--lang", "fr", "puzzles", "solve", "chess", "-", "--in", "1"];
    let solved = entourage_reading(&french, MORPHY).answer();
    assert_eq!(solved, format!("chess\n{MORPHY}\nwin 1\n\npas de solution en 1 tour\n"));
}

/// Solves the first two shipped puzzles of some games whose turns have one move each.
#[test]
fn keys_of_shipped_puzzles_are_unique() {
    for game in ["toddler", "symmetron44", "patrol"] {
        let file = format!("{}/../../puzzles/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in fs::read_to_string(file).unwrap().lines().take(2) {
            let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
            let turns = puzzle["win_in"].to_string();
            let solved =
                entourage(&["puzzles", "solve", game, puzzle["position"].as_str().unwrap(), "--in", &turns]);
            let key = puzzle["solution"].as_object().unwrap().keys().next().unwrap();
            let verdict = solved.lines().last().unwrap();
            let (keys, _) = verdict.split_once("; ").unwrap_or((verdict, ""));
            assert_eq!(keys, format!("one key: {key}"), "{solved}");
        }
    }
}

#[test]
fn compositions_become_records() {
    let folder = Folder::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/dobutsu.game");
    let draft = folder.write("mine.game", fs::read(shipped).unwrap());
    let file = &*folder.at("solution.pgn");
    for (game, position, options) in [
        ("chess", MORPHY, "--in 2 --tries --set-play"),
        ("chess", "8/8/8/8/8/5K2/4Q3/7k b - - 0 1", "--in 2 --stipulation help"),
        (&draft, "3/l1g/eCC/E1L [-|-|-|-|-|-|g|-|-|-|-|-] b", "--in 2 --set-play"),
        ("dobutsu", "3/l1g/eCC/E1L [-|-|-|-|-|-|g|-|-|-|-|-] b", "--in 2"),
    ] {
        let mut arguments = vec!["puzzles", "solve", game, position, "--record", file];
        arguments.extend(options.split(' '));
        let text = entourage(&arguments);
        assert!(text.starts_with(&format!("{game}\n{position}\n")), "{text}");
        let written = folder.read("solution.pgn");
        assert!(written.contains("( "), "{written}");
        assert_eq!(entourage(&["record", "convert", file]), written, "{text}");
        arguments[5] = "-";
        assert_eq!(entourage(&arguments), written);
    }
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
        (&["puzzles", "solve", "chess", MORPHY], &["--in"]),
        (&["puzzles", "solve", "chess", MORPHY, "--in", "0"], &["--in", "from 1 to 20"]),
        (&["puzzles", "solve", "chess", "nonsense", "--in", "2"], &["POSITION"]),
        (&["puzzles", "solve", "nonesuch", MORPHY, "--in", "2"], &["GAME", "\"nonesuch\""]),
        (&["puzzles", "solve", "chess", MORPHY, "--in", "2", "--stipulation", "mate"], &["win, draw, self"]),
        (
            &["puzzles", "solve", "chess", MORPHY, "--in", "5", "--nodes", "1000"],
            &["after 1000 positions", " of 1"],
        ),
        (&["puzzles", "solve", "chess", MORPHY, "--in", "2", "--record", "/nonexistent/file"], &["--record"]),
        (&["puzzles", "solve", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--in", "2"], &["already over"]),
    ] {
        refused(arguments, parts);
    }
}
