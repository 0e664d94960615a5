//! Game Courier's notation from the command line: both ways, and every way to be wrong.

mod run;

use run::{entourage, entourage_reading, refused};

#[test]
fn turns_are_read_from_standard_input_and_from_a_file() {
    let turns = "S e3-e4\r\ns e9-e8 // well met\n\n// a remark\npass\nresign\n";
    let moves = "e9e8\ne3e4\npass\nresign\n";
    assert_eq!(entourage_reading(&["courier", "import", "toddler"], turns).answer(), moves);
    assert_eq!(entourage_reading(&["courier", "import", "toddler", "-"], turns).answer(), moves);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.txt");
    std::fs::write(&file, turns).unwrap();
    assert_eq!(entourage(&["courier", "import", "toddler", file.to_str().unwrap()]), moves);
    let position = "t10/11/11/11/11/11/3n7/4S6/11/11/T10 w -";
    let run = entourage_reading(&["courier", "import", "toddler", "--position", position], "S e4-d5; C-d5");
    assert_eq!(run.answer(), "e8d7\n");
}

#[test]
fn settings_files_and_logs_are_replayed() {
    let log = |moves: &str| {
        format!(
            "$default['game'] = 'The Toddler';\n$default['board'] = '';\n$default['code'] = 't10/*/*/*/*/*/3x7/4S6/*/*/T10';\n$default['moves'] = <<<'NOW'\n{moves}\nNOW;\n"
        )
    };
    let run = entourage_reading(&["courier", "import", "toddler"], &log("S e4-d5; C-d5\nt a11-b11"));
    assert_eq!(run.answer(), "e8d7\na1b1\n");
    let run = entourage_reading(&["courier", "import", "toddler"], &log("S e4-e6"));
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("moves LINE 1: turn 1 \"S e4-e6\" is refused"), "{}", run.err);
    let run = entourage_reading(&["courier", "import", "chess"], &log(""));
    assert!(
        run.code == 2
            && run.err.contains("FILE: \"The Toddler\" at character 21: this is another game than Chess"),
        "{}",
        run.err
    );
}

#[test]
fn moves_are_written_a_turn_a_line() {
    assert_eq!(
        entourage(&["courier", "export", "toddler", "e9e8", "e3e4", "pass"]),
        "S e3-e4\ns e9-e8\npass\n"
    );
    let pact = entourage(&["courier", "export", "struggle:1=pact/KBGRY", "b3||c11", "a3a4"]);
    assert_eq!(pact, "G a3-a4 // b3||c11\n");
    let read = entourage_reading(&["courier", "import", "struggle:1=pact/KBGRY"], &pact);
    assert_eq!(read.answer(), "b3||c11\na3a4\n");
}

#[test]
fn the_first_wrong_turn_is_named() {
    let wrong = |turns: &str, parts: &[&str]| {
        let run = entourage_reading(&["courier", "import", "toddler"], turns);
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
        let line = run.err;
        assert!(parts.iter().all(|&part| line.contains(part)), "{line}");
    };
    wrong("S e3-e4\n\ns e9-e6\n", &["LINE 3", "turn 2", "\"s e9-e6\"", "Soldier on e3 cannot go to e6"]);
    wrong("C e3-e4\n", &["LINE 1", "the piece on e3 is S, not C"]);
    wrong("e3-\n", &["no legal move does this"]);
    wrong("-e4\n", &["the rules keep the space e4"]);
    wrong("1. S e3-e4\n", &["\"1.\" at character 1"]);
    wrong("resign\nS e3-e4\n", &["comes after \"resign\""]);
    wrong(&"x".repeat(5_000), &["no turn is longer than 4096 bytes"]);
    refused(&["courier", "import", "toddler", "/no/such/file"], &["FILE", "cannot be read"]);
    refused(&["courier", "export", "toddler"], &["MOVE", "a move is missing"]);
    refused(&["courier", "export", "toddler", "e9e7"], &["MOVE 1", "refused"]);
}
