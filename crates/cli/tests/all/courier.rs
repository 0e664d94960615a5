use crate::run::{Folder, Run, entourage, entourage_reading, has, refused};

fn import(more: &[&str], text: &str) -> Run {
    entourage_reading(&[&["courier", "import", "toddler"], more].concat(), text)
}

fn export(arguments: &[&str]) -> String {
    entourage(&[&["courier", "export"], arguments].concat())
}

#[test]
fn turns_are_read_from_standard_input_and_from_a_file() {
    let turns = "S e3-e4\r\ns e9-e8 // well met\n\n// a remark\npass\nresign\n";
    let moves = "e9e8\ne3e4\npass\nresign\n";
    assert_eq!(import(&[], turns).answer(), moves);
    assert_eq!(import(&["-"], turns).answer(), moves);
    let folder = Folder::new();
    assert_eq!(import(&[&folder.write("game.txt", turns)], "").answer(), moves);
    let position = "t10/11/11/11/11/11/3n7/4S6/11/11/T10 w -";
    assert_eq!(import(&["--position", position], "S e4-d5; C-d5").answer(), "e8d7\n");
}

#[test]
fn settings_files_and_logs_are_replayed() {
    let log = |moves: &str| {
        format!(
            "$default['game'] = 'The Toddler';\n$default['board'] = '';\n$default['code'] = 't10/*/*/*/*/*/3x7/4S6/*/*/T10';\n$default['moves'] = <<<'NOW'\n{moves}\nNOW;\n"
        )
    };
    let run = import(&[], &log("S e4-d5; C-d5\nt a11-b11"));
    assert_eq!((run.code, run.out.as_str()), (0, "e8d7\na1b1\n"));
    assert_eq!(run.err, "entourage: ignored settings, which do not affect the rules: board\n");
    let run = import(&[], &log("S e4-e6"));
    run.fails(&["moves LINE 1: turn 1 \"S e4-e6\" is illegal"]);
    assert_eq!(run.out, "");
    let run = entourage_reading(&["courier", "import", "chess"], &log(""));
    run.fails(&["FILE: \"The Toddler\" at character 21: this preset is for another game, not Chess"]);
}

#[test]
fn moves_are_exported_one_turn_per_line() {
    assert_eq!(export(&["toddler", "e9e8", "e3e4", "pass"]), "S e3-e4\ns e9-e8\npass\n");
    let pact = export(&["struggle:1=pact/KBGRY", "b3||c11", "a3a4"]);
    assert_eq!(pact, "G a3-a4 // b3||c11\n");
    let read = entourage_reading(&["courier", "import", "struggle:1=pact/KBGRY"], &pact);
    assert_eq!(read.answer(), "b3||c11\na3a4\n");
}

#[test]
fn the_first_invalid_turn_is_reported() {
    let wrong = |turns: &str, parts: &[&str]| {
        let run = import(&[], turns);
        assert_eq!((run.out.as_str(), run.err.lines().count()), ("", 1), "{}", run.err);
        run.fails(parts);
    };
    wrong("S e3-e4\n\ns e9-e6\n", &["LINE 3", "turn 2", "\"s e9-e6\"", "Soldier on e3 cannot go to e6"]);
    wrong("C e3-e4\n", &["LINE 1", "the piece on e3 is S, not C"]);
    wrong("e3-\n", &["no legal move makes these changes"]);
    wrong("-e4\n", &["the space e4 cannot be removed or added"]);
    wrong("1. x e3-e4\n", &["turn 1 \"x e3-e4\"", "the piece on e3 is S, not x"]);
    wrong("resign\nS e3-e4\n", &["follows \"resign\""]);
    wrong(&"x".repeat(5_000), &["turns can have at most 4096 bytes"]);
    refused(&["courier", "import", "toddler", "/no/such/file"], &["FILE", "cannot read"]);
    refused(&["courier", "export", "toddler"], &["MOVE", "a move is required"]);
    refused(&["courier", "export", "toddler", "e9e7"], &["MOVE 1", "illegal"]);
}

#[test]
fn illegal_turns_are_manual_moves_unless_rules_are_enforced() {
    let import = |enforcement: &str, text: &str| import(&["--enforcement", enforcement], text);
    let log = "S e3-e4\n// a remark\ns e9-e6\n-e7\nS d3-d4\ns d9-d8\n@-e7\n";
    let free = import("free", log);
    assert_eq!((free.code, &*free.out), (0, "~Se9-e8\n~se3-e6\n~-e5\n~Sd9-d8\n~sd3-d4\n~@-e5\n"));
    let notes: Vec<&str> = free.err.lines().collect();
    assert_eq!(notes.len(), 3, "{}", free.err);
    let first = "entourage: LINE 3: turn 2 \"s e9-e6\" is illegal. In Entourage notation: ";
    assert!(notes[0].starts_with(first), "{}", free.err);
    has(notes[1], &["LINE 4: turn 3 \"-e7\" is illegal", "The space e5"]);
    has(notes[2], &["LINE 5: the rules cannot check turn 4 \"S d3-d4\""]);
    // Exporting the moves gives the original turns.
    let moves: Vec<&str> = free.out.lines().collect();
    let again = export(&[&["--enforcement", "free", "toddler"], &moves[..]].concat());
    assert_eq!(again, log.replace("// a remark\n", ""));

    let warned = import("warned", "S e3-e4\ns e9-e6\nS d3-d4\n");
    assert_eq!((warned.code, warned.out.as_str()), (0, "e9e8\n~se3-e6\nd9d8\n"));
    assert_eq!(warned.err.lines().count(), 1, "{}", warned.err);
    let warned = import("warned", log);
    warned.fails(&["LINE 4: turn 3 \"-e7\" is illegal: the space e7 cannot be removed or added"]);
    assert_eq!(warned.out, "");
    for enforcement in ["enforced", "warned", "free"] {
        let run = import(enforcement, "C e3-e4");
        run.fails(&["the piece on e3 is S, not C"]);
        assert_eq!(run.out, "");
    }
    let loose = ["courier", "import", "toddler", "--enforcement", "loose"];
    refused(&loose, &["--enforcement", "expected enforced, warned or free"]);
    refused(&["courier", "export", "toddler", "~Se9-e8"], &["MOVE 1", "manual moves are not allowed"]);
}

#[test]
fn other_start_positions_are_exported() {
    let position = "t10/11/11/11/11/11/3n7/4S6/11/11/T10 b -";
    let text = export(&["--settings", "toddler", position, "a1b1", "e8d7"]);
    let begin = "$default['game'] = 'The Toddler';\n$default['cols'] = '11';\n$default['code'] = 't10/11/";
    assert!(text.starts_with(begin), "{text}");
    // Game Courier's code does not include the side to move.
    has(&text, &["$default['entourage'] = 't10/11/"]);
    assert!(text.ends_with("$default['moves'] = <<<'NOW'\nt a11-b11\nS e4-d5; C-d5\nNOW;\n"), "{text}");
    assert_eq!(import(&[], &text).answer(), "a1b1\ne8d7\n");
    assert_eq!(export(&["--settings", "toddler", "e9e8"]), "S e3-e4\n");

    // A board with a missing space, which the rules do not support.
    let text = "$d['code'] = 't9-/*/*/*/*/*/*/*/*/*/T10'; $d['moves'] = 'T a1-a2';";
    let run = import(&["--degree", "free"], text);
    assert_eq!((run.code, run.out.as_str()), (0, "~Ta11-a10\n"));
    has(
        &run.err,
        &["the space k1 is missing, but the rules require it. Manual moves start from ta1,Ta11,-k1 1"],
    );
    import(&[], text).fails(&["the space k1 is missing, but the rules require it"]);
    let again = export(&["--settings", "--degree", "free", "toddler", "ta1,Ta11,-k1 1", "~Ta11-a10"]);
    has(&again, &["$default['code'] = 't9/11/"]);
    assert!(!again.contains("'entourage'"), "{again}");
    let read = import(&["--degree", "free"], &again);
    assert_eq!((read.code, read.out.as_str()), (0, "~Ta11-a10\n"));
}
