//! The shipped definitions against suites of independent programs, and the checker against faulty texts.

mod armies;
mod cards;
mod conditions;
mod conformance;
mod endings;
mod faults;
mod forms;
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

use entourage_definition::{Library, Shipped, TextGame, check};
use entourage_kernel::{Language, Rules};

fn open(id: &str, options: &[&str]) -> TextGame {
    let source = Shipped.find(id).unwrap_or_else(|| panic!("{id} is not shipped"));
    let report = check(source, &Shipped);
    let shown: String =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    let game = report.game().unwrap_or_else(|| panic!("{id}:\n{shown}"));
    assert!(shown.is_empty(), "{id}:\n{shown}");
    game.with_options(options).unwrap_or_else(|error| panic!("{id}: {error}"))
}
