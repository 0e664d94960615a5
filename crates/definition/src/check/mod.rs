//! Turns the syntax tree into a model: resolves names, merges inherited games, checks the dependencies between powers, and rejects
//! definitions without a well-defined meaning.

mod army;
mod build;
mod calls;
mod cards;
mod cost;
mod kinds;
mod lines;
mod merge;
mod names;
mod naming;
mod notation;
mod powers;
mod sections;
mod settling;
mod shuffle;
mod words;
mod wrap;

use entourage_kernel::Problem;

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Source;

pub(crate) use build::build;
pub(crate) use merge::{Merged, heading, in_edition, merge, merge_without, subject};
pub(crate) use names::singulars;
pub(crate) use powers::{Stratum, clause_asks};

/// Finds definitions by identifier, for games that inherit from others (`like`).
pub trait Library {
    /// Returns the definition of a game.
    fn find(&self, id: &str) -> Option<Source>;
    /// Returns why an existing definition cannot be read; `None` if the definition is readable or does not exist.
    fn fault(&self, _id: &str) -> Option<Problem> {
        None
    }
    /// Returns the identifiers of all available definitions.
    fn names(&self) -> Vec<String>;
}

/// Adds help about an unknown word to a diagnostic: the most similar known word, or all known words if there are few.
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
            fault.with_help(format!("Known names: {list}."), format!("Noms connus\u{a0}: {list}."))
        }
        _ => fault,
    }
}
