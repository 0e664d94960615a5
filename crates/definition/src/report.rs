use crate::check::{Library, build, merge};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{self, TextGame};
use crate::lint::lint;
use crate::model::Model;
use crate::source::Source;
use crate::syntax::tree::Item;

/// Bounds the faults that are told of one definition.
const MOST_FAULTS: usize = 100;

/// Holds what the reading of a definition came to.
#[derive(Debug)]
pub struct Report {
    /// The text that was read, and after it those of the games that it is like.
    pub sources: Vec<Source>,
    /// What is wrong, in the order of the text; errors and warnings, at most a hundred.
    pub diagnostics: Vec<Diagnostic>,
    /// What the texts say, put together.
    items: Vec<Item>,
    /// A model for each edition, the usual one first; empty if there is an error.
    models: Vec<Model>,
}

impl Report {
    /// Tells whether the game can be played.
    pub fn is_playable(&self) -> bool {
        !self.models.is_empty()
    }

    /// Warns of what is no fault and probably not meant, in the order of the text; nothing where there are errors.
    ///
    /// It looks where pieces can come to stand, which takes longer than reading.
    pub fn lint(&self) -> Vec<Diagnostic> {
        let Some(model) = self.models.first() else { return Vec::new() };
        let Some(start) = game::start_scene(model) else { return Vec::new() };
        let mut found = lint(model, &start, &self.items, |intent| game::write_move(model, intent));
        set_in_order(&mut found);
        found
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
    for fault in faults.iter_mut().filter(|fault| fault.span.file > 0 && fault.help.is_none()) {
        *fault = fault.clone().with_help(
            "This stands in a game that yours is like: say the sentence again in your own.",
            "Ceci se trouve dans un jeu auquel le vôtre ressemble\u{a0}: redites la phrase dans le vôtre.",
        );
    }
    // What holds in several editions is said once; errors come before warnings where there is no room for all.
    set_in_order(&mut faults);
    faults.dedup();
    if faults.len() > MOST_FAULTS {
        let (mut kept, warnings): (Vec<_>, Vec<_>) =
            faults.into_iter().partition(|fault| fault.severity == Severity::Error);
        kept.extend(warnings);
        kept.truncate(MOST_FAULTS);
        set_in_order(&mut kept);
        faults = kept;
    }
    Report { sources: merged.sources, diagnostics: faults, items: merged.items, models }
}

/// Sets faults in the order of the text; one function for all, since sorting weighs on its way to a browser.
#[inline(never)]
fn set_in_order(faults: &mut [Diagnostic]) {
    faults.sort_by(|one, other| place(one).cmp(&place(other)));
}

/// Returns where a fault stands, and what it says.
fn place(fault: &Diagnostic) -> (u8, u32, u32, &str) {
    (fault.span.file, fault.span.line, fault.span.column, &fault.problem.en)
}

fn has_errors(faults: &[Diagnostic]) -> bool {
    faults.iter().any(|fault| fault.severity == Severity::Error)
}
