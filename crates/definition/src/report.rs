use crate::check::{Library, build, merge};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{self, TextGame};
use crate::model::Model;
use crate::source::Source;

/// Bounds the faults that are told of one definition.
const MOST_FAULTS: usize = 100;

/// Holds what the reading of a definition came to.
#[derive(Debug)]
pub struct Report {
    /// The text that was read, and after it those of the games that it is like.
    pub sources: Vec<Source>,
    /// What is wrong, in the order of the text; errors and warnings, at most a hundred.
    pub diagnostics: Vec<Diagnostic>,
    /// A model for each edition, the usual one first; empty if there is an error.
    models: Vec<Model>,
}

impl Report {
    /// Tells whether the game can be played.
    pub fn is_playable(&self) -> bool {
        !self.models.is_empty()
    }

    /// Returns the rules of the game, which call themselves as the definition does; `None` if it has errors.
    pub fn game(self) -> Option<TextGame> {
        TextGame::new(self.models)
    }
}

/// Reads and checks a definition; the games that it is like are found in a library.
pub fn check(source: Source, library: &dyn Library) -> Report {
    let mut faults = Vec::new();
    let merged = merge(source, library, &mut faults);
    let mut models = Vec::new();
    if !has_errors(&faults) {
        models = build(&merged, &mut faults);
    }
    if !has_errors(&faults) {
        faults.extend(models.iter().filter_map(game::start_fault));
    }
    if has_errors(&faults) {
        models.clear();
    }
    // What holds in several editions is said once; errors come before warnings where there is no room for all.
    faults.sort_by(|one, other| place(one).cmp(&place(other)));
    faults.dedup();
    if faults.len() > MOST_FAULTS {
        faults.sort_by_key(|fault| fault.severity == Severity::Warning);
        faults.truncate(MOST_FAULTS);
        faults.sort_by(|one, other| place(one).cmp(&place(other)));
    }
    Report { sources: merged.sources, diagnostics: faults, models }
}

/// Returns where a fault stands, and what it says.
fn place(fault: &Diagnostic) -> (u8, u32, u32, &str) {
    (fault.span.file, fault.span.line, fault.span.column, &fault.problem.en)
}

fn has_errors(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}
