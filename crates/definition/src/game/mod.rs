//! A checked model as a game like any other: the traits of the kernel.

mod form;
mod metadata;
mod notation;
mod page;
mod reasons;
mod relations;
mod rules;
mod setup;

pub use rules::TextGame;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;

/// Says what is wrong with the start of a model, if anything is.
pub(crate) fn start_fault(model: &Model) -> Option<Diagnostic> {
    let metadata = metadata::metadata(model, &model.id, None);
    let reading = metadata.form.parse(&model.start, &metadata);
    let problem = match reading.and_then(|reading| setup::set_up(model, &reading)) {
        Ok(position) => {
            let words = setup::words(model, &position);
            let draft = entourage_kernel::Draft::of(&position, words);
            if metadata.form.write(&draft, &metadata) == model.start {
                return None;
            }
            entourage_kernel::Misfit::Start.problem()
        }
        Err(error) => error.problem,
    };
    Some(Diagnostic::error(
        Code::Start,
        model.start_span,
        format!("The start does not hold: {}.", problem.en),
        format!("Le départ ne tient pas\u{a0}: {}.", problem.fr),
    ))
}
