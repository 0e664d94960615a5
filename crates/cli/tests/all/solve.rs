use std::fs;

use crate::run::{Folder, entourage, has, refused, run};

const MATE: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn wins_are_proved_and_proofs_verified() {
    let folder = Folder::new();
    let file = &*folder.at("proof");
    for (game, position, plies) in [
        ("chess", MATE, 3),
        ("struggle", "1/2/1W1/4/5/6/5/6/5/w3/3/2/1 1 - - - - -", 3),
        ("toddler", "11/11/11/11/1s3s5/1tSCC6/W1e3i4/1CN1cTn4/5SN4/11/11 w -", 0),
    ] {
        let run = run(&["solve", game, position, "--nodes", "300000", "--hash", "16"]);
        assert_eq!(run.code, 0, "{}", run.err);
        if plies == 0 {
            assert!(run.out.starts_with("no forced win for 1 "), "{}", run.out);
            continue;
        }
        has(&run.err, &[&format!("shortest forced win for 1: {plies} plies")]);
        let begin = format!("entourage proof 1\ngame {game}\nattacker 1\nclaims ");
        assert!(run.out.starts_with(&begin), "{}", run.out);
        fs::write(file, &run.out).unwrap();
        let checked = entourage(&["solve", "--check", file]);
        let begin = format!("proved: in {game}, 1 wins within {plies} plies from {position} (");
        assert!(checked.starts_with(&begin), "{checked}");
        let lines: Vec<&str> = run.out.lines().collect();
        fs::write(file, lines[..lines.len() - 1].join("\n")).unwrap();
        refused(&["solve", "--check", file], &["--check", "line 4", "claims, but there are"]);
    }
    let bare = run(&["solve", "chess", "7k/8/6K1/8/8/8/8/8 w - - 0 1", "--within", "3"]);
    assert_eq!(bare.out, "no forced win for 1 within 3 plies\n");
    let stopped = run(&["--lang", "fr", "solve", "chess", "--time", "50ms", "--side", "2"]);
    assert!(stopped.out.starts_with("aucun gain forcé pour 2 en "), "{}", stopped.out);
    run(&["solve", "chess:quiet-limit=1", MATE]).fails(&["a draw before the win"]);
}

#[test]
fn proofs_of_written_games_can_be_verified_anywhere() {
    let folder = Folder::new();
    let text = "language 1\ngame mine \"Mine\" like chess\r\n\npower calm of Queen: it cannot capture\n";
    let game = &folder.write("mine.game", text);
    let proof = run(&["solve", game, "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "--nodes", "300000", "--hash", "16"]).out;
    has(
        &proof,
        &[
            "\ngame @sha256-",
            "\ntext 5\nlanguage 1\ngame mine \"Mine\" like chess\r\n",
            "\ngame chess \"Chess\"\n",
        ],
    );
    fs::remove_file(game).unwrap();
    let file = &folder.write("proof", &proof);
    has(&entourage(&["solve", "--check", file]), &["proved: in @sha256-", "1 wins within 3 plies"]);
    for (old, new, told) in [
        ("power calm of Queen: it", "power calm of Queen: its", "the text of the game has errors"),
        ("power calm of Queen", "power calm of Rook", "no game definition with this hash has been added"),
        ("\ntext 5\n", "\ntext 5000\n", "the text of the game is not complete"),
    ] {
        folder.write("proof", proof.replace(old, new));
        refused(&["solve", "--check", file], &[told]);
    }
    let named = run(&["solve", "madrasi", "k7/8/1K6/8/8/8/8/7R w - -", "--nodes", "300000", "--hash", "16"]);
    folder.write("proof", named.out);
    has(&entourage(&["solve", "--check", file]), &["proved: in madrasi, 1 wins within 1 ply"]);
}

#[test]
fn searches_continue_from_a_checkpoint() {
    let folder = Folder::new();
    let file = &*folder.at("table");
    let solve = |nodes: &str| {
        let arguments = ["solve", "struggle", "--hash", "16", "--nodes", nodes, "--checkpoint", file];
        let run = run(&arguments);
        assert_eq!(run.code, 0, "{}", run.err);
        let plies = run.out.trim_end().split(' ').nth_back(1).unwrap().parse::<u16>().unwrap();
        (plies, run.err)
    };
    let (first, _) = solve("100000");
    let (second, progress) = solve("300000");
    assert!(second > first && !progress.contains(&format!("plies {first} ")), "{progress}");
    let other = ["solve", "struggle", "--side", "2", "--checkpoint", file];
    refused(&other, &["--checkpoint", "another task: struggle 1 w/bk/"]);
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).unwrap();
    refused(&["solve", "struggle", "--checkpoint", file], &["--checkpoint", "damaged"]);
}

#[test]
fn invalid_arguments_are_refused() {
    for (arguments, parts) in [
        (&["solve"][..], &["GAME is missing"][..]),
        (&["solve", "nonesuch"], &["GAME", "\"nonesuch\""]),
        (&["solve", "chess", "nonsense"], &["POSITION"]),
        (&["solve", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], &["POSITION", "the game is over"]),
        (&["solve", "chess", "--side", "3"], &["--side", "from 1 to 2"]),
        (&["solve", "chess", "--within", "0"], &["--within", "from 1 to 500"]),
        (&["solve", "--check", "/nonexistent/proof"], &["--check"]),
        (&["solve", "chess", "--check", "x"], &["--check"]),
        (&["solve", "--check", env!("CARGO_MANIFEST_DIR")], &["--check"]),
        (&["solve", "--check", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], &["line 1", "expected"]),
    ] {
        refused(arguments, parts);
    }
}

#[test]
fn the_documented_proof_is_current() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/SOLVING.md");
    let page = fs::read_to_string(page).unwrap();
    let proof = page.split("```proof\n").nth(1).unwrap().split("```").next().unwrap();
    let run = run(&["solve", "chess", MATE]);
    assert_eq!(run.out, proof, "{}", run.err);
}
