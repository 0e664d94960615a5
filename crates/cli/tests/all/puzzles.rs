use std::fs;

use crate::run::{Folder, entourage, entourage_reading, has, refused, run};

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

/// Three published games and others: records 1 and 4 end in checkmate after a forced win in two turns.
const STORED: &str = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n\n\
                      [Game \"toddler\"]\n\n1. e9e8 e3e4 *\n\n1. Ke4 *\n\n[Game \"chess:repetition=3\"]\n\n\
                      1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5\n\
                      10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 (13. Bxd7+) 13... Rxd7 14. Rd1 Qe6\n\
                      15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

#[test]
fn stored_games_give_puzzles() {
    let folder = Folder::new();
    let (games, once, twice) = (&*folder.write("games.pgn", STORED), &*folder.at("once"), &*folder.at("twice"));
    let seek = |from: &str, out: &str, more: &[&str]| {
        run(&[&["puzzles", "generate", "chess", "--from", from, "--within", "3", "--out", out], more].concat())
    };
    let whole = seek(games, once, &[]);
    has(
        &whole.out,
        &["2 puzzles (2 new in ", "4 games read, 1 of another game or with other options, 1 invalid\n"],
    );
    has(&whole.err, &["game 3, line ", "1. Ke4: "]);
    let found = folder.read("once");
    let [first, second] = found.lines().collect::<Vec<_>>()[..] else { panic!("{found}") };
    has(first, &["\"solution\":{\"c4f7\":", "\"source\":{\"game\":1,\"ply\":10}"]);
    has(second, &["\"solution\":{\"b3b8\":", "\"source\":{\"game\":4,\"ply\":30}"]);
    assert_eq!(entourage(&["puzzles", "check", once]), "2 puzzles checked\n");
    has(&seek(games, twice, &["--count", "1"]).out, &["1 puzzle (1 new in "]);
    has(&seek(games, twice, &[]).out, &["2 puzzles (1 new in "]);
    assert_eq!(folder.read("twice"), found);
    has(&seek(games, twice, &[]).out, &["2 puzzles (0 new in ", "4 games read"]);
    // A longer file continues, a file of other games does not.
    let longer = &*folder.write("longer.pgn", format!("{STORED}\n{STORED}"));
    has(&seek(longer, twice, &[]).out, &["2 puzzles (0 new in ", "8 games read"]);
    for (other, text) in [("empty.pgn", ""), ("changed.pgn", &STORED.replacen("6. Bc4 Nf6", "6. Nc3 Nf6", 1))] {
        seek(&folder.write(other, text), twice, &[])
            .fails(&["--from: game 4 does not contain the last puzzle"]);
    }
    refused(
        &["puzzles", "generate", "chess", "--out", twice],
        &["--out: line 1: the puzzle is of another game, seed, source"],
    );
    refused(
        &["puzzles", "generate", "chess", "--from", games, "--seed", "2", "--out", twice],
        &["conflicts with"],
    );
    refused(
        &["puzzles", "generate", "chess", "--from", "nonesuch.pgn", "--out", twice],
        &["--from", "nonesuch"],
    );
}

#[test]
fn stored_games_can_name_a_definition_by_its_file_or_its_content() {
    let folder = Folder::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/dobutsu.game");
    let text = fs::read_to_string(shipped).unwrap().replace("game dobutsu", "game mine");
    let (game, played, out) = (&*folder.write("mine.game", text), &*folder.at("match"), &*folder.at("puzzles"));
    // The record of a match contains the hash of the definition.
    entourage(&["match", "level:1", "level:1", game, "--games", "2", "--record", played]);
    let recorded = folder.read("match");
    let hash = &recorded[recorded.find("@sha256-").unwrap()..][..72];
    for (name, new) in [("mine", 1), ("mine.game", 0), (hash, 0), ("mine:repetition=3", 0)] {
        let moves = "c1c2 b4a3 c2c3 a3a2 b1c1 a2a3 c3c4 a3a2 x1c2 a2a1";
        let record = folder.write("games.pgn", format!("[Game \"{name}\"]\n\n{moves} *\n"));
        let found = entourage(&["puzzles", "generate", game, "--from", &record, "--out", out]);
        has(&found, &[&format!("1 puzzle ({new} new in ")]);
        has(&found, &["1 game read, 0 of another game or with other options, 0 invalid\n"]);
    }
    assert_eq!(entourage(&["puzzles", "check", out, "--games", &folder.at("")]), "1 puzzle checked\n");
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
