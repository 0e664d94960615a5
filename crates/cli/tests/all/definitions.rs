use std::fs;

use crate::run::{Folder, Run, command, entourage, has, refused, run};

fn shipped(id: &str) -> String {
    format!("{}/../../variants/{id}.game", env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn is_clean(path: &str) {
    let told = entourage(&["check", path, "--games", "0"]);
    assert!(told.ends_with("0 errors, 0 warnings\n"), "{told}");
}

#[test]
fn a_definition_file_can_be_given_as_a_game() {
    let file = shipped("patrol");
    assert_eq!(entourage(&["moves", &file, "8/8/8/3k4/3K4/8/8/8 w - -"]).lines().count(), 7);
    assert_eq!(entourage(&["perft", &file, "2"]), "400\n");
    assert_eq!(entourage(&["status", &file, "8/8/8/3k4/3K4/8/8/8 w - -"]), "ongoing\n");
    let told = entourage(&["explain", &file, "8/8/8/3k4/3r4/3K4/8/8 w - -", "d3d4"]);
    has(&told, &["A piece can capture only while another piece of its side guards it. [d3; power-unwatched]"]);
    has(&entourage(&["show", &file]), &["Knight"]);
    assert_eq!(entourage(&["best", &file, "--depth", "1"]).lines().count(), 1);
}

#[test]
fn shipped_definitions_are_known_by_name() {
    assert_eq!(entourage(&["best", "madrasi", "--depth", "1"]).lines().count(), 1);
    assert_eq!(entourage(&["perft", "patrol", "2"]), "400\n");
    has(&entourage(&["rules", "racing-kings"]), &["# Racing Kings\n"]);
    refused(&["moves", "madrasy"], &["GAME", "unknown game; did you mean madrasi?"]);
    refused(&["moves", "kings"], &["unknown game; did you mean racing-kings?"]);
    refused(&["--lang", "fr", "moves", "madrasy"], &["vouliez-vous dire madrasi\u{a0}?"]);
    refused(&["moves", "nonesuch"], &["unknown game; known games: "]);
}

#[test]
fn unused_sentences_are_listed() {
    let folder = Folder::new();
    let text = "language 1\ngame mine \"Mine\" like chess\nwithout edition fen\n\
                position \"{rows} {side} {castling} {passed}\"\nalso piece Rook\n  captures: step any onto own King\n";
    let path = &folder.write("mine.game", text);
    let told = run(&["check", path, "--games", "12"]);
    assert_eq!(told.code, 0, "{}", told.out);
    has(
        &told.out,
        &[
            "mine.game:6:3: warning[unused]: Never used in 12 games: without this sentence, ",
            "0 errors, 0 warnings\n",
        ],
    );
    folder.write("mine.game", text.replace("King\n", "King  # meant: unused\n"));
    assert!(!entourage(&["check", path, "--games", "12"]).contains("Never used"));
}

#[test]
fn options_follow_the_file() {
    let file = shipped("toddler");
    let position = "11/11/11/7C3/8G2/C1A2Secg2/TS9/2S2A2i2/11/2t8/11 w -";
    for option in ["", ":summary", ":summary,repetition=3"] {
        let [written, twin] =
            [&*file, "toddler"].map(|game| entourage(&["moves", &format!("{game}{option}"), position]));
        assert_eq!(written, twin);
    }
    let wrong = ["moves", &format!("{file}:nonesuch")];
    refused(&wrong, &["unknown option; choose from summary, repetition=N and quiet-limit=N"]);
}

#[test]
fn errors_are_reported_with_their_position() {
    let folder = Folder::new();
    let text = "language 1\ngame odd \"Odd\" like chess\npower still of Angle: it cannot move\n";
    let path = &folder.write("odd.game", text);
    let run = run(&["check", path]);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    has(&run.out, &["odd.game:3:16: error[unknown-name]: There is no piece named Angle."]);
    has(&run.out, &["    3 | power still of Angle: it cannot move\n      |                ^^^^^\n"]);
    assert!(run.out.ends_with("odd.game: 1 error, 0 warnings\n"), "{}", run.out);
    refused(&["moves", path], &["odd.game:3:16: There is no piece named Angle."]);
    refused(&["check", "nonesuch.game"], &["nonesuch.game"]);
    is_clean(&shipped("xiangqi"));
}

#[test]
fn other_encodings_are_refused() {
    let folder = Folder::new();
    let text = "language 1\ngame odd \"Odd\" like chess\n";
    let path = &folder.write("odd.game", format!("\u{feff}{text}").replace('\n', "\r\n"));
    is_clean(path);
    assert!(entourage(&["fmt", path]).starts_with("language 1\n"));
    // The files are in Latin-1 and UTF-16.
    folder.write("odd.game", [text.as_bytes(), b"names in French\n  \"short\" is \"\xe9t\xe9\"\n"].concat());
    refused(&["check", path], &["odd.game:4:15: ", "save the file as UTF-8"]);
    folder.write("odd.game", b"\xff\xfel\0");
    refused(&["moves", path], &["odd.game:1:1: ", "UTF-8"]);
}

#[test]
fn intended_warnings_can_be_silenced() {
    let folder = Folder::new();
    let text = "language 1\ngame still \"Still\" like chess\nzone idle: a1\n";
    let path = &folder.write("still.game", text);
    assert!(entourage(&["check", path]).ends_with("0 errors, 1 warning\n"));
    assert!(entourage(&["--lang", "fr", "check", path]).ends_with("0 erreur, 1 avertissement\n"));
    folder.write("still.game", text.replace("a1\n", "a1  # meant: idle\n"));
    is_clean(path);
}

#[test]
fn marks_on_squares_are_shown() {
    let folder = Folder::new();
    let text = "language 1\ngame snails \"Snails\"\nboard 5 x 5\nsides White w, Black b\n\
                piece K \"King\"\n  moves and captures: step any\nremember slime: squares\nremember dust: squares\n\
                after a King moves: slime is left where it stood\nafter a King captures: dust is left where it stood\n\
                royal King, warned as \"check\"\nends\n  draw \"stalemate\": no move\n  draw \"repetition\": the same position a third time\n\
                position \"{rows} {side} {slime} {dust}\"\nstart \"4k/5/5/5/K4 w - -\"\nneeds\n  exactly 1 King a side\n\
                names in French\n  \"slime\" is \"bave\"\n";
    let path = &folder.write("snails.game", text);
    let shown = entourage(&["show", path, "4k/5/5/5/K4 w b2,a1 c3,b2"]);
    has(&shown, &["+K", "=.", "#.", "\nMarked squares\n  + slime: "]);
    let french = entourage(&["--lang", "fr", "show", path, "4k/5/5/5/K4 w b2,a1 -"]);
    has(&french, &["\nCases marquées\n  + bave: "]);
    let picture = entourage(&["picture", path, "4k/5/5/5/K4 w b2,a1 c3,b2"]);
    let [last_piece, first_trace] =
        [picture.rfind("color="), picture.find("class=\"trace\"")].map(Option::unwrap);
    assert!(last_piece < first_trace, "marks lie over pieces");
}

#[test]
fn errors_about_needs_are_translated() {
    let run = run(&["--lang", "fr", "moves", &shipped("chess"), "8/8/8/8/8/8/8/4K3 w - -"]);
    run.fails(&["exactement 1 Roi pour chaque camp"]);
    assert!(!run.err.contains("exactly"), "{}", run.err);
}

#[test]
fn a_base_definition_is_found_in_the_same_folder() {
    let folder = Folder::new();
    let base = fs::read_to_string(shipped("chess")).unwrap().replace("game chess", "game mine");
    folder.write("mine.game", base);
    let text = "language 1\ngame yours \"Yours\" like mine\nwithout feature castling\n";
    // Without castling, the start position and the position notation's field for castling rights are invalid.
    run(&["check", &folder.write("yours.game", text)]).fails(&[]);
}

#[test]
fn an_unreadable_base_definition_is_reported() {
    let folder = Folder::new();
    let path = &folder.write("yours.game", "language 1\ngame yours \"Yours\" like chess\n");
    is_clean(path);
    // A file in the same folder takes precedence over the built-in game, even if it is unreadable.
    folder.write("chess.game", b"language 1\n# \xe9t\xe9\n");
    let told = run(&["check", path]);
    told.fails(&[]);
    has(&told.out, &["yours.game:2:25: error[unknown-name]: chess cannot be read: "]);
    refused(&["moves", path], &["chess.game:2:3: ", "save the file as UTF-8"]);
    refused(&["--lang", "fr", "moves", path], &["chess n'a pas pu être lu\u{a0}: ", "chess.game:2:3\u{a0}: "]);
    folder.write("chess.game", vec![b' '; 300_000]);
    refused(&["moves", path], &["chess cannot be read: ", "a game definition can have at most"]);
}

#[test]
fn definitions_are_formatted() {
    let folder = Folder::new();
    let path = &folder.write("loose.game", "language   1\n\n\ngame loose \"Loose\"   like chess # why\n");
    let set = "language 1\n\ngame loose \"Loose\" like chess  # why\n";
    assert_eq!(entourage(&["fmt", path]), set);
    refused(&["fmt", path, "--check"], &["not formatted"]);
    assert_eq!(entourage(&["fmt", path, "--write"]), "");
    assert_eq!(folder.read("loose.game"), set);
    assert_eq!(entourage(&["fmt", path, "--check"]), "");
    // Errors go to standard error.
    folder.write("loose.game", "language 1\n;\n");
    let faulty = run(&["fmt", path]);
    assert_eq!(faulty.out, "");
    has(&faulty.err, &["This character is not allowed."]);
}

#[test]
fn new_definitions_are_playable() {
    let folder = Folder::new();
    let begun = |words: &[&str]| Run::of(command(words).current_dir(folder.path()).output().unwrap());
    for (words, moves) in
        [(&["new", "lanterns"][..], "18"), (&["new", "my-chess", "--like", "chess"][..], "20")]
    {
        let name = format!("{}.game", words[1]);
        has(&begun(words).answer(), &[&format!("entourage check {name}")]);
        is_clean(&folder.at(&name));
        assert_eq!(entourage(&["fmt", &folder.at(&name), "--check"]), "");
        assert_eq!(entourage(&["perft", &folder.at(&name), "1"]), format!("{moves}\n"));
        begun(words).fails(&[]);
    }
    for (words, why) in [
        (&["new", "../odd"][..], "a name consists of lower-case letters"),
        (&["new", "Odd"][..], "a name consists of lower-case letters"),
        (&["new", ""][..], "a name consists of lower-case letters"),
        (&["new", "odd", "--like", "chss"][..], "unknown game chss"),
    ] {
        begun(words).fails(&[why]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    folder.write("preset.php", "<?php\n$default['game'] = 'Odd';\n$default['code'] = 'k3/4/4/3K';\n");
    begun(&["new", "odd", "--from-courier", "preset.php"]).answer();
    assert_eq!(entourage(&["perft", &folder.at("odd.game"), "1"]), "15\n");
    folder.write("preset.php", "$default['code'] = 'k!';");
    begun(&["new", "worse", "--from-courier", "preset.php"]).fails(&["unexpected character in the FEN code"]);
    assert!(!folder.path().join("worse.game").exists());
}

#[test]
fn the_rules_of_every_game_are_printed() {
    let english = entourage(&["rules", &shipped("madrasi")]);
    assert!(english.starts_with("# Madrasi\n\n## The board and the starting position\n"), "{english}");
    let told = [
        "\n### Knight\n",
        "- **Moves and captures**: by a knight's leap",
        "**A piece that an enemy of its own kind attacks cannot move.**",
        "\n### Checkmate\n",
        "r  n  b  q  k  b  n  r",
        "Invented by Abdul Jabbar Karwatkar.",
    ];
    has(&english, &told);
    // Anchors and position blocks are only for the web page.
    assert!(!english.contains("{#") && !english.contains("```position"), "{english}");
    let french = entourage(&["rules", &format!("{}:summary", shipped("toddler")), "--lang", "fr"]);
    has(&french, &["\n### Impératrice\n", "**Se déplace et capture**\u{a0}: "]);
    has(&french, &["Cette page décrit l'édition «\u{a0}résumé\u{a0}»."]);
    // Built-in games have hand-written rules pages.
    let written = entourage(&["rules", "chess"]);
    assert!(written.starts_with("# Chess\n") && !written.contains("{#"), "{written}");
    has(&written, &["[p]"]);
    let written = entourage(&["rules", "chess", "--lang", "fr"]);
    assert!(
        ["première case\u{a0}; ", "case de départ\u{a0}; "].iter().any(|part| written.contains(part)),
        "{written}"
    );
    assert!(!written.contains(" ; ") && !written.contains(" : "), "{written}");
    refused(&["rules", "nonesuch"], &["GAME", "nonesuch"]);
    refused(&["rules", "nonesuch.game"], &["nonesuch.game"]);
}

#[test]
fn boards_of_rules_pages_are_drawn_as_svg() {
    let folder = Folder::new();
    let pictures = folder.at("made/of atomic");
    let page = entourage(&["rules", &shipped("atomic"), "--pictures", &pictures]);
    let count = fs::read_dir(&pictures).unwrap().count();
    assert!(count > 6, "{count}");
    assert_eq!(page.matches("](").count(), count, "{page}");
    for number in 1..=count {
        let file = format!("{pictures}/{number}.svg");
        has(&page, &[&format!("](<{file}>)")]);
        assert!(fs::read_to_string(file).unwrap().starts_with("<svg"));
    }
    let taken = folder.write("taken", "");
    refused(&["rules", &shipped("atomic"), "--pictures", &taken], &["--pictures", "taken"]);
}

#[test]
fn an_exploding_piece_leaves_the_board() {
    let position = "4k3/3p4/8/8/8/8/8/3QK3 w - -";
    let told = entourage(&["explain", &shipped("atomic"), position, "d1d7"]);
    let legal = "legal: Queen d1 → d7, takes Pawn d7, takes King e8, Queen d7 leaves the board\n";
    assert!(told.starts_with(legal), "{told}");
}
