//! Tests the shipped definitions with suites from independent programs, and the checker with invalid definitions.

mod accepted;
mod armies;
mod cards;
mod conditions;
mod conformance;
mod dead;
mod displacement;
mod endings;
mod faults;
mod forms;
mod guards;
mod lots;
mod manual;
mod marks;
mod movement;
mod mutants;
mod mutations;
mod pages;
mod passing;
mod people;
mod published;
mod questions;
mod readings;
mod sayings;
mod sheets;
mod suites;
mod time;
mod twins;

use entourage_definition::{Code, Diagnostic, Library, Severity, Shipped, Source, TextGame, check};
use entourage_kernel::{Language, Rules};

/// Splits the lines of a table into tab-separated fields, skipping comments; the last field is the rest of the line.
fn rows<const FIELDS: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; FIELDS]> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.splitn(FIELDS, '\t');
        [(); FIELDS].map(|()| fields.next().unwrap_or_default())
    })
}

/// Creates a game from a definition without errors.
fn made(text: impl Into<String>) -> TextGame {
    let report = check(Source::new("made.game", text), &Shipped);
    let told = format!("{:?}\n{}", report.diagnostics, report.sources[0].text);
    report.game().expect(&told)
}

/// Asserts that a definition has an error with this code, and that the error message contains `part`.
fn refused(text: String, code: Code, part: &str) {
    let report = check(Source::new("refused.game", text), &Shipped);
    let is_told = |fault: &Diagnostic| {
        fault.code == code && fault.severity == Severity::Error && fault.problem.en.contains(part)
    };
    assert!(report.diagnostics.iter().any(is_told), "{part}: {:?}", report.diagnostics);
}

/// Lists the legal moves whose notation starts with `begin`, without that prefix; checks the generator against `law`.
fn moves_of(game: &TextGame, position: &str, begin: &str) -> String {
    let position = game.read_position(position).unwrap();
    let moves = readings::agree(game, &game.plainly(), &position, begin);
    let texts = moves.iter().map(|intent| game.write_move(*intent));
    let mut ends: Vec<String> = texts.filter_map(|text| Some(text.strip_prefix(begin)?.to_owned())).collect();
    ends.sort_unstable();
    ends.join(" ")
}

fn after(game: &TextGame, position: &str, text: &str) -> String {
    let position = game.read_position(position).unwrap();
    game.write_position(&game.play_unchecked(&position, game.read_move(text).unwrap()))
}

fn open(id: &str, options: &[&str]) -> TextGame {
    let source = Shipped.find(id).unwrap_or_else(|| panic!("{id} is not shipped"));
    let report = check(source, &Shipped);
    let shown: String =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    let game = report.game().unwrap_or_else(|| panic!("{id}:\n{shown}"));
    assert!(shown.is_empty(), "{id}:\n{shown}");
    game.with_options(options).unwrap_or_else(|error| panic!("{id}: {error}"))
}
