//! Syntax to model: names looked up, likeness put together, strata kept, and everything refused that no position could settle.

mod build;
mod lines;
mod merge;
mod names;
mod notation;
mod powers;
mod sections;
mod words;

use crate::diagnostic::nearest;
use crate::model::Model;
use crate::source::Source;
use crate::{Diagnostic, Severity};

/// Finds the texts of games that others are like.
pub trait Library {
    /// Returns the text of a game by its identifier.
    fn find(&self, id: &str) -> Option<Source>;
    /// Lists the identifiers of all games that can be found.
    fn names(&self) -> Vec<String>;
}

/// Holds what the reading of a definition came to.
#[derive(Debug)]
pub struct Report {
    /// The text that was read, and after it those of the games that it is like.
    pub sources: Vec<Source>,
    /// What is wrong, in the order of the text; errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// A model for each edition, the usual one first; empty if there is an error.
    pub(crate) models: Vec<Model>,
}

impl Report {
    /// Tells whether the game can be played.
    pub fn is_playable(&self) -> bool {
        !self.models.is_empty()
    }
}

/// Reads and checks a definition; the games that it is like are found in a library.
pub fn check(source: Source, library: &dyn Library) -> Report {
    let mut faults = Vec::new();
    let merged = merge::merge(source, library, &mut faults);
    let mut models = Vec::new();
    if !has_errors(&faults) {
        models = build::build(&merged, &mut faults);
    }
    if !has_errors(&faults) {
        faults.extend(models.iter().filter_map(crate::game::start_fault));
    }
    let mut known: Vec<Diagnostic> = Vec::new();
    for fault in faults {
        // What holds in several editions is said once.
        if !known.contains(&fault) {
            known.push(fault);
        }
    }
    known.sort_by_key(|fault| (fault.span.file, fault.span.line, fault.span.column));
    if has_errors(&known) {
        models.clear();
    }
    Report { sources: merged.sources, diagnostics: known, models }
}

fn has_errors(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}

/// Adds the nearest known word to a fault, or the known words where they are few.
pub(crate) fn suggest<'w>(
    fault: Diagnostic,
    word: &str,
    known: impl IntoIterator<Item = &'w str>,
) -> Diagnostic {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(near) = nearest(word, known.iter().copied()) {
        return fault.with_help(
            format!("Did you mean \"{near}\"?"),
            format!("Vouliez-vous dire «\u{a0}{near}\u{a0}»\u{a0}?"),
        );
    }
    match known.len() {
        1..=12 => {
            let list = known.join(", ");
            fault.with_help(format!("There are: {list}."), format!("Il y a\u{a0}: {list}."))
        }
        _ => fault,
    }
}
