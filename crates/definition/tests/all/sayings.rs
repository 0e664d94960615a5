//! Tests warnings about descriptions that contradict the effects of powers.

use entourage_definition::{Code, Library, Shipped, Source, check};

use super::rows;

fn warnings(power: &str, language: &str, description: &str) -> Vec<String> {
    let word = if language == "fr" { "fr" } else { "says" };
    let text = format!(
        "language 1\ngame told \"Told\" like chess\npower told of {power}\n  {word} \"{description}\"\n"
    );
    let report = check(Source::new("told.game", text.clone()), &Shipped);
    assert!(report.is_playable(), "{:?}\n{text}", report.diagnostics);
    let found = report.lint().into_iter().filter(|fault| fault.code == Code::Description);
    found.map(|fault| fault.problem.en.to_string()).collect()
}

#[test]
fn only_descriptions_that_contradict_their_power_get_a_warning() {
    for [power, language, description, part] in rows(include_str!("../data/sayings.tsv")) {
        let found = warnings(power, language, description);
        assert_eq!(found.len(), usize::from(!part.is_empty()), "{power}, {description}: {found:?}");
        assert!(found.iter().all(|warning| warning.contains(part)), "{power}, {description}: {found:?}");
    }
}

#[test]
fn descriptions_in_shipped_games_match_their_powers() {
    for id in Shipped.names() {
        let source = Shipped.find(&id).unwrap();
        let report = check(source, &Shipped);
        let found: Vec<_> = report.lint().into_iter().filter(|fault| fault.code == Code::Description).collect();
        assert!(found.is_empty(), "{id}: {found:?}");
    }
}
