//! Games that are written as text, from the command line: checked, set, and played as any other.

use std::fs;

use crate::run::{Run, command, entourage, entourage_reading_bytes, refused};

/// A file of the project.
fn shipped(id: &str) -> String {
    format!("{}/../../variants/{id}.game", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_file_is_a_game_wherever_a_game_is_named() {
    let file = shipped("patrol");
    assert_eq!(entourage(&["moves", &file, "8/8/8/3k4/3K4/8/8/8 w - -"]).lines().count(), 7);
    assert_eq!(entourage(&["perft", &file, "2"]), "400\n");
    assert_eq!(entourage(&["status", &file, "8/8/8/3k4/3K4/8/8/8 w - -"]), "ongoing\n");
    let told = entourage(&["explain", &file, "8/8/8/3k4/3r4/3K4/8/8 w - -", "d3d4"]);
    assert!(
        told.contains("A piece captures only while another of its side guards it. [d3; power-unwatched]"),
        "{told}"
    );
    assert!(entourage(&["show", &file]).contains("Knight"));
    assert_eq!(entourage(&["best", &file, "--depth", "1"]).lines().count(), 1);
}

#[test]
fn options_follow_the_file() {
    let file = shipped("toddler");
    let position = "11/11/11/7C3/8G2/C1A2Secg2/TS9/2S2A2i2/11/2t8/11 w -";
    for option in ["", ":summary", ":summary,repetition=3"] {
        let twin = format!("toddler{option}");
        assert_eq!(
            entourage(&["moves", &format!("{file}{option}"), position]),
            entourage(&["moves", &twin, position])
        );
    }
    refused(
        &["moves", &format!("{file}:nonesuch")],
        &["no such option; there are summary, repetition=N and quiet-limit=N"],
    );
}

#[test]
fn faults_are_told_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.game");
    let path = file.to_str().unwrap();
    fs::write(&file, "language 1\ngame odd \"Odd\" like chess\npower still of Angle: it cannot move\n")
        .unwrap();
    let run = entourage_reading_bytes(&["check", path], b"");
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    assert!(run.out.contains("odd.game:3:16: error[unknown-name]: No piece is called Angle."), "{}", run.out);
    assert!(
        run.out.contains("    3 | power still of Angle: it cannot move\n      |                ^^^^^\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("odd.game: 1 error, 0 warnings\n"), "{}", run.out);
    refused(&["moves", path], &["odd.game:3:16: No piece is called Angle."]);
    refused(&["check", "nonesuch.game"], &["nonesuch.game"]);
    assert!(entourage(&["check", &shipped("xiangqi")]).ends_with("0 errors, 0 warnings\n"));
}

#[test]
fn files_in_other_encodings_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.game");
    let path = file.to_str().unwrap();
    let text = "language 1\ngame odd \"Odd\" like chess\n";
    fs::write(&file, format!("\u{feff}{text}").replace('\n', "\r\n")).unwrap();
    assert!(entourage(&["check", path]).ends_with("0 errors, 0 warnings\n"));
    assert!(entourage(&["fmt", path]).starts_with("language 1\n"));
    // An é in Latin-1, and what Windows calls Unicode.
    let latin = [text.as_bytes(), b"names in French\n  \"short\" is \"\xe9t\xe9\"\n"].concat();
    fs::write(&file, latin).unwrap();
    refused(&["check", path], &["odd.game:4:15: ", "save the file again with the encoding UTF-8"]);
    fs::write(&file, b"\xff\xfel\0").unwrap();
    refused(&["moves", path], &["odd.game:1:1: ", "UTF-8"]);
}

#[test]
fn what_is_meant_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("still.game");
    let path = file.to_str().unwrap();
    let text = "language 1\ngame still \"Still\" like chess\nzone idle: a1\n";
    fs::write(&file, text).unwrap();
    assert!(entourage(&["check", path]).ends_with("0 errors, 1 warning\n"));
    assert!(entourage(&["--lang", "fr", "check", path]).ends_with("0 erreur, 1 avertissement\n"));
    fs::write(&file, text.replace("a1\n", "a1  # meant: idle\n")).unwrap();
    assert!(entourage(&["check", path]).ends_with("0 errors, 0 warnings\n"));
}

#[test]
fn marks_of_squares_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("snails.game");
    let text = "language 1\ngame snails \"Snails\"\nboard 5 x 5\nsides White w, Black b\n\
                piece K \"King\"\n  moves and captures: step any\nremember slime: squares\nremember dust: squares\n\
                after a King moves: slime is left where it stood\nafter a King captures: dust is left where it stood\n\
                royal King, warned as \"check\"\nends\n  draw \"stalemate\": no move\n  draw \"repetition\": the same position a third time\n\
                position \"{rows} {side} {slime} {dust}\"\nstart \"4k/5/5/5/K4 w - -\"\nneeds\n  exactly 1 King a side\n\
                names in French\n  \"slime\" is \"bave\"\n";
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let shown = entourage(&["show", path, "4k/5/5/5/K4 w b2,a1 c3,b2"]);
    assert!(shown.contains("+K"), "{shown}");
    assert!(shown.contains("=."), "{shown}");
    assert!(shown.contains("#."), "{shown}");
    assert!(shown.contains("\nMarked squares\n  + slime: "), "{shown}");
    let french = entourage(&["--lang", "fr", "show", path, "4k/5/5/5/K4 w b2,a1 -"]);
    assert!(french.contains("\nCases marquées\n  + bave: "), "{french}");
    let picture = entourage(&["picture", path, "4k/5/5/5/K4 w b2,a1 c3,b2"]);
    let (last_piece, first_trace) =
        (picture.rfind("color=").unwrap(), picture.find("class=\"trace\"").unwrap());
    assert!(last_piece < first_trace, "marks lie over pieces");
}

#[test]
fn refusals_by_needs_are_of_one_language() {
    let file = shipped("chess");
    let run = entourage_reading_bytes(&["--lang", "fr", "moves", &file, "8/8/8/8/8/8/8/4K3 w - -"], b"");
    assert!(run.code == 2 && run.err.contains("exactement 1 Roi pour chaque camp"), "{}", run.err);
    assert!(!run.err.contains("exactly"), "{}", run.err);
}

#[test]
fn a_game_is_like_one_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let base = fs::read_to_string(shipped("chess")).unwrap().replace("game chess", "game mine");
    fs::write(folder.path().join("mine.game"), base).unwrap();
    let file = folder.path().join("yours.game");
    fs::write(&file, "language 1\ngame yours \"Yours\" like mine\nwithout feature castling\n").unwrap();
    let error = entourage_reading_bytes(&["check", file.to_str().unwrap()], b"");
    // The field of castling rights has lost its meaning, and its start its right to stand.
    assert_eq!(error.code, 2, "{}", error.out);
}

#[test]
fn a_game_beside_it_that_cannot_be_read_is_no_unknown_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("yours.game");
    let path = file.to_str().unwrap();
    fs::write(&file, "language 1\ngame yours \"Yours\" like chess\n").unwrap();
    assert!(entourage(&["check", path]).ends_with("0 errors, 0 warnings\n"));
    // Its own one comes before the one that comes with the program, whatever is the matter with it.
    fs::write(folder.path().join("chess.game"), b"language 1\n# \xe9t\xe9\n").unwrap();
    let told = entourage_reading_bytes(&["check", path], b"");
    assert!(
        told.code == 2 && told.out.contains("yours.game:2:25: error[unknown-name]: chess cannot be read: "),
        "{}",
        told.out
    );
    refused(&["moves", path], &["chess.game:2:3: ", "with the encoding UTF-8"]);
    refused(&["--lang", "fr", "moves", path], &["chess ne peut être lu\u{a0}: ", "chess.game:2:3\u{a0}: "]);
    fs::write(folder.path().join("chess.game"), vec![b' '; 300_000]).unwrap();
    refused(&["moves", path], &["chess cannot be read: ", "a definition has at most"]);
}

#[test]
fn texts_are_set_in_canonical_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loose.game");
    let path = file.to_str().unwrap();
    fs::write(&file, "language   1\n\n\ngame loose \"Loose\"   like chess # why\n").unwrap();
    let set = "language 1\n\ngame loose \"Loose\" like chess  # why\n";
    assert_eq!(entourage(&["fmt", path]), set);
    refused(&["fmt", path, "--check"], &["not in canonical form"]);
    assert_eq!(entourage(&["fmt", path, "--write"]), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), set);
    assert_eq!(entourage(&["fmt", path, "--check"]), "");
    // What is wrong with a text is told apart from the text.
    fs::write(&file, "language 1\n;\n").unwrap();
    let faulty = command(&["fmt", path]).output().unwrap();
    assert!(
        faulty.stdout.is_empty()
            && String::from_utf8(faulty.stderr).unwrap().contains("No sentence has this sign.")
    );
}

#[test]
fn a_game_is_begun_in_a_file_that_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let begun = |words: &[&str]| {
        let output = command(words).current_dir(folder.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    };
    for (words, moves) in
        [(&["new", "lanterns"][..], "18"), (&["new", "my-chess", "--like", "chess"][..], "20")]
    {
        let told = begun(words);
        assert_eq!((told.code, told.err.as_str()), (0, ""), "{words:?}");
        let file = folder.path().join(format!("{}.game", words[1]));
        let path = file.to_str().unwrap();
        assert!(told.out.contains(&format!("entourage check {}.game", words[1])), "{}", told.out);
        assert!(entourage(&["check", path]).ends_with("0 errors, 0 warnings\n"));
        assert_eq!(entourage(&["fmt", path, "--check"]), "");
        assert_eq!(entourage(&["perft", path, "1"]), format!("{moves}\n"));
        // Nothing is written over.
        let again = begun(words);
        assert_eq!(again.code, 2, "{}", again.err);
    }
    for (words, why) in [
        (&["new", "../odd"][..], "a name is small letters and digits"),
        (&["new", "Odd"][..], "a name is small letters and digits"),
        (&["new", ""][..], "a name is small letters and digits"),
        (&["new", "odd", "--like", "chss"][..], "no game is called chss here"),
    ] {
        let refused = begun(words);
        assert!(refused.code == 2 && refused.err.contains(why), "{words:?}: {}", refused.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // A preset of Game Courier becomes a game that can be played as it stands.
    let preset = folder.path().join("preset.php");
    fs::write(&preset, "<?php\n$default['game'] = 'Odd';\n$default['code'] = 'k3/4/4/3K';\n").unwrap();
    let told = begun(&["new", "odd", "--from-courier", "preset.php"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let file = folder.path().join("odd.game");
    assert_eq!(entourage(&["perft", file.to_str().unwrap(), "1"]), "15\n");
    fs::write(&preset, "$default['code'] = 'k!';").unwrap();
    let refused = begun(&["new", "worse", "--from-courier", "preset.php"]);
    assert!(refused.code == 2 && refused.err.contains("no code has this sign"), "{}", refused.err);
    assert!(!folder.path().join("worse.game").exists());
}

#[test]
fn the_rules_of_every_game_are_printed() {
    let english = entourage(&["rules", &shipped("madrasi")]);
    assert!(english.starts_with("# Madrasi\n\n## The board and the start\n"), "{english}");
    for told in [
        "\n### Knight\n",
        "- **Moves and captures**: by a knight's leap",
        "**A piece that an enemy of its own kind attacks cannot move.**",
        "\n### Checkmate\n",
        "r  n  b  q  k  b  n  r",
        "Invented by Abdul Jabbar Karwatkar.",
    ] {
        assert!(english.contains(told), "{told}: {english}");
    }
    // Anchors and blocks of positions are for the page.
    assert!(!english.contains("{#") && !english.contains("```position"), "{english}");
    let french = entourage(&["rules", &format!("{}:summary", shipped("toddler")), "--lang", "fr"]);
    assert!(
        french.contains("\n### Impératrice\n") && french.contains("**Se déplace et capture**\u{a0}: "),
        "{french}"
    );
    assert!(french.contains("Cette page dit l'édition «\u{a0}résumé\u{a0}»."), "{french}");
    // What people wrote is printed in the same way.
    let written = entourage(&["rules", "chess"]);
    assert!(
        written.starts_with("# Chess\n") && written.contains("[p]") && !written.contains("{#"),
        "{written}"
    );
    let written = entourage(&["rules", "chess", "--lang", "fr"]);
    assert!(
        written.contains("première case\u{a0}; ") || written.contains("case de départ\u{a0}; "),
        "{written}"
    );
    assert!(!written.contains(" ; ") && !written.contains(" : "), "{written}");
    refused(&["rules", "nonesuch"], &["GAME", "nonesuch"]);
    refused(&["rules", "nonesuch.game"], &["nonesuch.game"]);
}

#[test]
fn the_boards_of_a_rules_page_become_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().join("made/of atomic");
    let shown = pictures.to_str().unwrap();
    let page = entourage(&["rules", &shipped("atomic"), "--pictures", shown]);
    let count = fs::read_dir(&pictures).unwrap().count();
    assert!(count > 6, "{count}");
    assert_eq!(page.matches("](").count(), count, "{page}");
    for number in 1..=count {
        let file = pictures.join(format!("{number}.svg"));
        assert!(page.contains(&format!("](<{}>)", file.display())), "{page}");
        assert!(fs::read_to_string(file).unwrap().starts_with("<svg"));
    }
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    refused(&["rules", &shipped("atomic"), "--pictures", taken.to_str().unwrap()], &["--pictures", "taken"]);
}

#[test]
fn ones_own_piece_is_not_taken_but_goes() {
    let position = "4k3/3p4/8/8/8/8/8/3QK3 w - -";
    let told = entourage(&["explain", &shipped("atomic"), position, "d1d7"]);
    assert!(
        told.starts_with("legal: Queen d1 → d7, takes Pawn d7, takes King e8, Queen d7 leaves the board\n"),
        "{told}"
    );
}
