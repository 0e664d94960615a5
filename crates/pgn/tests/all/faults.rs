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
        ("1. a {never", "UnclosedComment 1:6"),
        ("(1. a) *", "VariationFirst 1:1"),
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
fn movetext_is_normalised_and_warnings_are_located() {
    for line in include_str!("../data/movetext.tsv").lines() {
        let [text, written, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let read = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let game = read(&text.replace("\\n", "\n"));
        let told = game.warnings.iter().map(|warning| format!("{} {}", warning.place, warning.problem.en));
        assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{text}");
        let (moves, again) = (game.to_string(), read(&game.to_string()));
        let moves = moves.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            (moves.as_str(), again.to_string(), again.warnings.len()),
            (written, game.to_string(), 0),
            "{text}"
        );
    }
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
