use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;

use crate::run::{Folder, command, entourage, entourage_reading, entourage_reading_bytes, has, refused, run};

/// Records of three games: an annotated one, one with the tag `Game`, and an invalid one.
const GAMES: &str = "[White \"Ada\"]\n[Event \"A\u{7}\"]\n\n1.e4 e5 2.Qh5?! Ke7 (2...Nc6) 3.Qxe5# 1-0\n\n\
                     [Game \"toddler:summary\"]\n[Cause \"resignation\"]\n\n1. e9e8 e3e4 {hm} 0-1\n\n1. Ke4 *\n";

#[test]
fn a_game_is_shown() {
    let shown = entourage_reading(&["record", "show", "-"], GAMES).answer();
    has(&shown, &["White: Ada\n", "Event: A\\u{7}\n", "checkmate"]);
    has(&shown, &["1. e4 e5 2. Qh5 $6 Ke7 ( 2... Nc6 ) 3. Qxe5# 1-0\n"]);
    let second = entourage_reading(&["record", "show", "-", "--game", "2", "--lang", "fr"], GAMES).answer();
    has(&second, &["(toddler:summary)", "{ hm }", "au trait"]);
    for (game, part) in
        [("3", "game 3, line 11, column 4: 1. Ke4: "), ("4", "--game: there is no game 4; the file has 3")]
    {
        let run = entourage_reading(&["record", "show", "-", "--game", game], GAMES);
        run.fails(&[part]);
        assert_eq!(run.out, "");
    }
    refused(&["record", "show", "nonesuch.pgn"], &["FILE", "nonesuch.pgn"]);
    refused(&["record", "check", "."], &["FILE"]);
}

#[test]
fn errors_are_reported_with_game_and_line() {
    let run = entourage_reading(&["record", "check", "-"], GAMES);
    assert_eq!(run.code, 2);
    let fault = "game 3, line 11, column 4: 1. Ke4: no legal move is written like this\n";
    assert_eq!(run.out, format!("{fault}3 games, 1 invalid\n"));
    assert_eq!(run.err, "entourage: 1 of 3 games is invalid\n");
    let run = entourage_reading(&["record", "check", "-", "--lang", "fr"], "1. a4 {");
    assert!(run.out.starts_with("partie 1, ligne 1, colonne 7\u{a0}: "), "{}", run.out);
    assert_eq!(entourage(&["record", "check", "-"]), "0 games, 0 invalid\n");
}

#[test]
fn games_are_converted_to_normal_form() {
    let run = entourage_reading(&["record", "convert", "-"], GAMES);
    assert_eq!((run.code, run.out.matches("[Event ").count()), (2, 2));
    assert!(run.err.starts_with("entourage: game 3, line 11"), "{}", run.err);
    has(&run.out, &["[Game \"toddler:summary\"]\n\n1. e9e8 e3e4 { hm } 0-1\n\n"]);
    assert_eq!(entourage_reading(&["record", "convert", "-"], &run.out).answer(), run.out);
    let plain = entourage_reading(&["record", "convert", "-", "--moves", "plain"], &run.out).answer();
    has(&plain, &["1. e2e4 e7e5 2. d1h5 $6 e8e7 ( 2... b8c6 ) 3. h5e5 1-0"]);
    assert_eq!(entourage_reading(&["record", "convert", "-"], &plain).answer(), run.out);
}

#[test]
fn games_are_split_and_counted() {
    let folder = Folder::new();
    let (file, out) = (&*folder.write("all.pgn", GAMES), &*folder.at("parts"));
    assert_eq!(entourage(&["record", "split", file, "--out", out, "--games", "2"]), "3 games in 2 files\n");
    let part = |number: u32| folder.read(&format!("parts/{number:06}.pgn"));
    assert_eq!((part(1).matches("[Event ").count(), part(2).matches("1. Ke4 *").count()), (2, 1));
    run(&["record", "split", file, "--out", out]).fails(&["000001.pgn"]);
    let stats = entourage(&["record", "stats", file]);
    let lines: Vec<&str> = stats.lines().collect();
    for (what, count) in [("games", 3), ("moves", 8), ("longest game", 5), ("variations", 1)] {
        assert!(lines.contains(&&*format!("{what}: {count}")), "{what} in\n{stats}");
    }
    for line in ["result 0-1: 1", "game none: 2", "cause resignation: 1"] {
        assert!(lines.contains(&line), "{line} in\n{stats}");
    }
    let told = entourage(&["record", "stats", file, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&json["games"], &json["byGame"]["toddler:summary"]), (&3.into(), &1.into()));
}

#[test]
fn long_files_are_streamed() {
    const GAME: &str =
        "[Event \"x\"]\n\n1. e4 { so it begins } e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
    const COUNT: usize = 200_000;
    let mut child = command(&["record", "stats", "-"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let id = child.id();
    let writer = thread::spawn(move || {
        let block = GAME.repeat(1_000);
        for _ in 0..COUNT / 1_000 {
            stdin.write_all(block.as_bytes()).unwrap();
        }
        // Peak memory, on Linux.
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(str::to_owned);
        most.and_then(|most| most.trim().trim_end_matches(" kB").parse::<u64>().ok())
    });
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.starts_with(&format!("games: {COUNT}\n")), "{said}");
    if let Some(most) = writer.join().unwrap() {
        assert!(most < 100_000, "{most} kB were held of {} kB", GAME.len() * COUNT / 1024);
    }
}

#[test]
fn any_bytes_are_read() {
    let odd = b"\xEF\xBB\xBF[White \"K\xF6nig\"]\r\n\r\n1. e4\0 *";
    entourage_reading_bytes(&["record", "convert", "-"], odd).fails(&["line 3, column 4"]);
    let run = entourage_reading_bytes(&["record", "convert", "-"], b"[White \"K\xF6nig\"]\r\n\r\n1. e4 *");
    assert!(run.answer().contains("[White \"K\u{f6}nig\"]"));
}

#[test]
fn short_notation_is_accepted() {
    let position = entourage(&["play", "chess", "e4", "e5", "g1f3", "Nc6", "Bb5", "a6", "O-O"]);
    assert_eq!(position, entourage(&["play", "chess", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]));
    assert_eq!(entourage(&["explain", "chess", "Nf3"]), entourage(&["explain", "chess", "g1f3"]));
    refused(&["play", "chess", "e4", "Nf3"], &["MOVE 2", "\"Nf3\" is not a legal move here"]);
    let knights = "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1";
    refused(&["play", "chess", knights, "Ne4"], &["MOVE 1", "\"Ne4\" is ambiguous: Nce4, Nge4"]);
    refused(&["play", "chess", "hello"], &["MOVE 1", "expected a square"]);
}

#[test]
fn records_of_shipped_definitions_are_replayed() {
    let text = "[Game \"minishogi\"]\n\n1. a2a3 *\n";
    let run = entourage_reading(&["record", "check", "-"], text);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let run = entourage_reading(&["record", "check", "-"], "[Game \"nonesuch\"]\n\n1. a2a3 *\n");
    assert_eq!(run.code, 2, "{}", run.out);
}

#[test]
fn records_refer_to_definition_files_in_their_folder() {
    let folder = Folder::new();
    let at = |name: &str| folder.at(name);
    let shuffled = "language 1\ngame c960 \"C960\" like chess\nshuffle own rank 1\n  King between Rooks\n";
    fs::create_dir_all(at("kept/below")).unwrap();
    fs::create_dir_all(at("other")).unwrap();
    folder.write("kept/c960.game", shuffled);
    folder.write("kept/below/deep.game", shuffled.replace("c960", "deep"));
    folder.write("kept/odd.game", "language 1\ngame odd \"Odd\" like chess\npiece\n");
    folder.write("other/away.game", shuffled.replace("c960", "away"));
    let record = |game: &str| folder.write("kept/games.pgn", format!("[Game \"{game}\"]\n\n1. a2a4 *\n"));
    for game in ["c960.game", "c960.game:lot=518", "./c960.game", "below/deep.game:lot=3"] {
        let file = record(game);
        assert_eq!(entourage(&["record", "check", &file]), "1 game, 0 invalid\n", "{game}");
        let written = entourage(&["record", "convert", &file]);
        has(&written, &[&format!("[Game \"{game}\"]")]);
    }
    let told = |game: &str, more: &[&str]| {
        let file = record(game);
        let run = run(&[&["record", "check", &file], more].concat());
        (run.code, run.out)
    };
    for (game, part) in [
        ("c960.game:lot=99999", "from 0 to"),
        ("nonesuch.game", "there is no file \"nonesuch.game\" in the record's folder"),
        ("../other/away.game", "outside the record's folder"),
        ("odd.game", "odd.game:3:6: "),
    ] {
        let (code, out) = told(game, &[]);
        assert!(code == 2 && out.starts_with("game 1, line 1, column 1: "), "{game}: {out}");
        has(&out, &[part]);
    }
    let absolute = at("other/away.game");
    assert!(told(&absolute, &[]).1.contains("outside the record's folder"));
    // With --games, definitions are found by file name and by game name.
    let other = at("other");
    for game in ["away.game:lot=7", "away:lot=7"] {
        assert_eq!(told(game, &["--games", &other]), (0, "1 game, 0 invalid\n".to_owned()), "{game}");
    }
    // Standard input has no folder.
    let run = entourage_reading(&["record", "check", "-"], "[Game \"c960.game\"]\n\n1. a2a4 *\n");
    assert_eq!(run.code, 2, "{}", run.out);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&absolute, at("kept/link.game")).unwrap();
        assert!(told("link.game", &[]).1.contains("there is no file \"link.game\" in the record's folder"));
    }
}
