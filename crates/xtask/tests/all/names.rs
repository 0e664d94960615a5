//! Tests `names/words.rs`. These tests are outside `src`, where games must not be mentioned by name.

#[path = "../../src/names/words.rs"]
mod words;

use words::{Name, words};

fn split(line: &str) -> Vec<&str> {
    words(line).into_iter().map(|word| &line[word]).collect()
}

#[test]
fn lines_are_split_into_words() {
    assert_eq!(
        split("let letGo = HTMLPage::new44(fish_game-Été);"),
        ["let", "let", "Go", "HTML", "Page", "new", "44", "fish", "game", "Été"]
    );
    assert_eq!(split("FISH_GAME's x1y2 …"), ["FISH", "GAME", "s", "x", "1", "y", "2"]);
}

fn is_named(folder: &str, line: &str) -> bool {
    !Name::new(folder, false).lines(line).is_empty()
}

#[test]
fn a_name_is_found_in_any_spelling() {
    for folder in ["fishgame", "fish_game", "fish-game", "FishGame", "fishgame44"] {
        for line in [
            "let rules = FishGame::new();",
            "fn fish_game_rules()",
            "const FISH_GAME: usize = 2;",
            "use entourage_fishgame::Rules;",
            "<style>.fish-game { }</style>",
            "// As in Fish Game, or a fish game.",
            "newFishGame44(2)",
            "// Two fishgames are `FishGames`.",
        ] {
            assert!(is_named(folder, line), "{folder} in {line}");
        }
        for line in ["let rules = Rules::new();", "starfishgame", "fishgamer", "fish: game", "fish", "games"] {
            assert!(!is_named(folder, line), "{folder} in {line}");
        }
    }
}

#[test]
fn a_name_does_not_match_inside_words() {
    assert!(!is_named("go", "cargo, gone, Gobang, ago, CARGO_TARGET_DIR"));
    assert!(!is_named("hex", "Outline::Hexagon, hexagons, vortHex"));
    assert!(!is_named("chess", "chessboards, Duchess"));
    assert!(is_named("chess", "chess.boards, ChessBoard, chess_boards"));
}

#[test]
fn an_ordinary_word_matches_unambiguous_uses_only() {
    for line in [
        "let rules = Go::new();",
        "games/go",
        "include_str!(\"../games/go/rules.md\")",
        "use entourage_go as a;",
        "entourage-go = 1",
    ] {
        assert!(is_named("go", line), "{line}");
    }
    for line in [
        "// Let it go on.",
        "this.letGo();",
        "rest: \"Go on vacation\"",
        "Command::Go(go)",
        "fn go()",
        "\"go depth 4\"",
        "games: go",
    ] {
        assert!(!is_named("go", line), "{line}");
    }
    assert!(!is_named("hex", "const hex = (bytes) => 1;"));
    assert!(is_named("hex", "return Hex::new(11);"));
    // A long name that the game's manifest marks as an ordinary word.
    assert_eq!(Name::new("bridge", true).lines("// A bridge.\ncrate games/bridge"), [2]);
    assert_eq!(Name::new("bridge", false).lines("// A bridge.\ncrate games/bridge"), [1, 2]);
}

#[test]
fn an_unrelated_type_of_the_file_does_not_match() {
    for own in [
        "use entourage_protocol::{Command, Go};\n",
        "use entourage_protocol::{\n    Command,\n    Go,\n};\n",
        "//! Says how to search.\n\n/// How.\npub struct Go {\n    depth: u32,\n}\n",
    ] {
        assert!(!is_named("go", &format!("{own}let go = Go::INFINITE;")), "{own}");
    }
    for other in ["use entourage_go::Go;\n", "use entourage_protocol::Command;\n", "fn use_it() {}\n"] {
        assert!(is_named("go", &format!("{other}let go = Go::new();")), "{other}");
    }
}

#[test]
fn a_name_of_digits_keeps_them() {
    assert_eq!(Name::new("2048", false).text(), "2048");
    assert!(is_named("2048", "let cells = 2048;"));
    assert!(!is_named("2048", "let cells = 20480;"));
}
