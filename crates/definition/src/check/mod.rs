//! Syntax to model: names looked up, likeness put together, strata kept, and everything refused that no position could settle.

mod army;
mod build;
mod calls;
mod cards;
mod cost;
mod kinds;
mod lines;
mod lot;
mod merge;
mod names;
mod naming;
mod notation;
mod powers;
mod sections;
mod settling;
mod words;
mod wrap;

use entourage_kernel::Problem;

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Source;

pub(crate) use build::build;
pub(crate) use merge::{merge, subject};
pub(crate) use names::singulars;
pub(crate) use powers::{Stratum, clause_asks};

/// Finds the texts of games that others are like.
pub trait Library {
    /// Returns the text of a game by its identifier.
    fn find(&self, id: &str) -> Option<Source>;
    /// Reports why the text of a game cannot be read though it is there; `None` where it can, or is not there.
    fn fault(&self, _id: &str) -> Option<Problem> {
        None
    }
    /// Lists the identifiers of all games that can be found.
    fn names(&self) -> Vec<String>;
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
