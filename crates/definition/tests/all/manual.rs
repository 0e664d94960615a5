//! Tests that every game in the language manual can be played, and that every sentence in it is valid.

use entourage_definition::{Code, Shipped, Source, check};

const PAGE: &str = include_str!("../../../../docs/LANGUAGE.md");

fn blocks(sort: &str) -> Vec<String> {
    let begin = format!("```{sort}\n");
    PAGE.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_game_in_the_manual_is_playable() {
    let games = blocks("game");
    assert!(games.len() >= 2);
    for text in games {
        let report = check(Source::new("page", text), &Shipped);
        assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
        assert!(report.is_playable());
    }
}

#[test]
fn every_sentence_in_the_manual_is_valid() {
    let sentences = blocks("lines");
    assert!(sentences.len() >= 5);
    for text in sentences {
        let report = check(Source::new("page", text), &Shipped);
        let wrong = report.diagnostics.iter().find(|fault| matches!(fault.code, Code::Syntax | Code::Text));
        assert!(wrong.is_none(), "{}", wrong.unwrap());
    }
}

/// The examples in error messages are copied from the manual; `ENTOURAGE_WRITE_PAGES=1` updates them.
#[test]
fn examples_in_errors_come_from_the_manual() {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in PAGE.lines() {
        match line.strip_prefix("```") {
            Some(sort) => inside = !inside && ["game", "lines"].contains(&sort),
            None => {
                let said = line.trim().to_owned();
                if inside && !said.is_empty() && !said.starts_with('#') && !found.contains(&said) {
                    found.push(said);
                }
            }
        }
    }
    let text = found.join("\n") + "\n";
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../variants/examples.txt");
    if std::env::var_os("ENTOURAGE_WRITE_PAGES").is_some() {
        std::fs::write(kept, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(kept).unwrap(), text);
}
