//! Tests that the examples in `docs/RECORD.md` are records in normal form.

use entourage_registry::Registry;
use entourage_scoresheet::pgn::{MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, Reader};
use entourage_scoresheet::{Sheet, Style};

const MANUAL: &str = include_str!("../../../../docs/RECORD.md");

#[test]
fn examples_are_in_normal_form() {
    let examples: Vec<&str> =
        MANUAL.split("```pgn\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let game = Reader::new(example.as_bytes()).next().unwrap().unwrap();
        let sheet = Sheet::read(&Registry::built_in(), &game, Style::Short)
            .unwrap_or_else(|fault| panic!("{fault}\n{example}"));
        assert_eq!(sheet.game.to_string(), format!("{example}\n"));
    }
}

#[test]
fn limits_are_as_written() {
    assert_eq!((MAX_GAME_BYTES, MAX_MOVES, MAX_DEPTH), (4 * 1024 * 1024, 65_536, 64));
    for limit in ["up to 4 MiB", "up to 65,536 moves", "up to 64 levels deep"] {
        assert!(MANUAL.contains(limit), "{limit}");
    }
}
