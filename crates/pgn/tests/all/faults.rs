//! Tests that errors in PGN have a location, and that reading continues with the next game.

use entourage_pgn::{Fault, MAX_DEPTH, MAX_GAME_BYTES, MAX_MOVES, ReadError, Reader};

/// Returns the `Event` tag of each game, or, for a malformed game, the fault and its location.
fn outcomes(text: &str) -> Vec<String> {
    Reader::new(text.as_bytes())
        .map(|read| match read {
            Ok(game) => game.tag("Event").unwrap_or_default().to_owned(),
            Err(ReadError::Syntax(error)) => format!("{:?} {}", error.fault, error.place),
            Err(ReadError::Input(error)) => panic!("{error}"),
        })
        .collect()
}

#[test]
fn faults_are_located() {
    for (text, expected) in [
        ("[Event]", "Tag 1:1"),
        ("[Event \"x\n\"]", "Tag 1:1"),
        ("[Event \"x\"", "Tag 1:1"),
        ("\n [\"x\"]", "Tag 2:2"),
        ("[A \"1\"]\n[A \"2\"]", "RepeatedTag(\"A\") 2:1"),
        ("1. a {never", "UnclosedComment 1:6"),
        ("1. a $256", "Nag 1:6"),
        ("1. a $x", "Nag 1:6"),
        ("$1 1. a", "NagFirst 1:1"),
        ("! 1. a", "NagFirst 1:1"),
        ("(1. a) *", "VariationFirst 1:1"),
        ("1. a () *", "EmptyVariation 1:7"),
        ("1. a ({x}) *", "EmptyVariation 1:10"),
        ("1. a (1. b *", "UnclosedVariation 1:6"),
        ("1. a ) *", "StrayClose 1:6"),
        ("1. a } *", "StraySign('}') 1:6"),
        ("1. a!!! *", "StraySign('!') 1:4"),
        ("1. a <b> *", "StraySign('<') 1:6"),
        ("1. a 12! *", "StraySign('!') 1:6"),
        ("1. a 1-0? *", "StraySign('?') 1:6"),
        ("1. %a *", "StraySign('a') 1:4"),
        ("1. \"a *", "StraySign('\"') 1:4"),
        ("1. \"a\nb\" *", "StraySign('\"') 1:4"),
        ("1. \" \" *", "StraySign('\"') 1:4"),
    ] {
        let text = format!("{text}\n\n[Event \"next\"]\n\n1. a *");
        let found = outcomes(&text);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{text}");
        let next = if expected.starts_with("UnclosedComment") { None } else { Some("next") };
        assert_eq!(found.get(1).map(String::as_str), next, "{text}");
        assert_eq!(found.len(), 1 + usize::from(next.is_some()), "{text}");
    }
}

#[test]
fn tags_of_a_malformed_game_are_not_a_game() {
    let text = "[Event \"1\"]\n[Site x]\n[Date \"2\"]\n\n1. a {[%clk 0:00:01]}\n[%clk\n*\n\n[Event \"2\"]\n\n*";
    assert_eq!(outcomes(text), ["Tag 2:1", "2"]);
}

#[test]
fn depth_length_and_moves_are_limited() {
    let nested = |depth: usize| format!("a {}{}*\n\n[Event \"next\"]", "(a ".repeat(depth), ")".repeat(depth));
    assert_eq!(outcomes(&nested(MAX_DEPTH)), ["", "next"]);
    let too_deep = format!("{:?} 1:{}", Fault::TooDeep, 3 + 3 * MAX_DEPTH);
    assert_eq!(outcomes(&nested(MAX_DEPTH + 1)), [too_deep, "next".to_owned()]);
    let many = |moves: usize| format!("{} *\n\n[Event \"next\"]", "a ".repeat(moves));
    assert_eq!(outcomes(&many(MAX_MOVES)), ["", "next"]);
    assert!(outcomes(&many(MAX_MOVES + 1))[0].starts_with("TooManyMoves"));
    let long = format!("a {{{}}} *\n\n[Event \"next\"]", "x".repeat(MAX_GAME_BYTES as usize));
    let found = outcomes(&long);
    assert!(found[0].starts_with("TooLong") && found[1] == "next", "{:?}", found.len());
}

#[test]
fn faults_are_described_in_both_languages() {
    for fault in
        [Fault::Tag, Fault::RepeatedTag("A".into()), Fault::StraySign('\n'), Fault::TooDeep, Fault::TooLong]
    {
        let problem = fault.problem();
        assert!(problem.en != problem.fr && !problem.en.contains('\n'), "{problem:?}");
    }
}
