//! The page of the language: every game on it can be played, and every sentence on it is one.

use entourage_definition::{Code, Shipped, Source, check};

const PAGE: &str = include_str!("../../../../docs/LANGUAGE.md");

/// Lists the blocks of a sort on the page.
fn blocks(sort: &str) -> Vec<String> {
    let begin = format!("```{sort}\n");
    PAGE.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_game_of_the_page_can_be_played() {
    let games = blocks("game");
    assert!(games.len() >= 2);
    for text in games {
        let report = check(Source::new("page", text), &Shipped);
        assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
        assert!(report.is_playable());
    }
}

#[test]
fn every_sentence_of_the_page_is_one() {
    let sentences = blocks("lines");
    assert!(sentences.len() >= 5);
    for text in sentences {
        let report = check(Source::new("page", text), &Shipped);
        let wrong = report.diagnostics.iter().find(|fault| matches!(fault.code, Code::Syntax | Code::Text));
        assert!(wrong.is_none(), "{}", wrong.unwrap());
    }
}
