//! Implements the kernel's game traits for a checked model.

mod armies;
mod badges;
mod bond_words;
mod catalogue;
mod choices;
mod form;
mod hands;
mod metadata;
mod notation;
mod page;
mod phase;
mod reasons;
mod relations;
mod rules;
mod safety;
mod setup;
mod starts;

pub(crate) use notation::write_move;
pub(crate) use page::start as start_scene;
pub use rules::TextGame;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;

pub(crate) fn start_fault(model: &mut Model) -> Option<Diagnostic> {
    let metadata = metadata::metadata(model, &model.id, None);
    let reading = metadata.form.parse(&model.start, &metadata);
    let problem = match reading.and_then(|reading| setup::set_up(model, &reading)) {
        Ok(position) => {
            let words = setup::words(model, &position);
            let draft = entourage_kernel::Draft::of(&position, words);
            let shared = model.cards.as_ref().map(|cards| catalogue::order(model, cards, &position));
            match (shared, armies::fault(model, &metadata, &position)) {
                (Some(Err(problem)), _) | (_, Some(problem)) => problem,
                _ if metadata.form.write(&draft, &metadata) == model.start => {
                    return starts::fault(model, &metadata, &position);
                }
                _ => entourage_kernel::Misfit::Start.problem(),
            }
        }
        Err(error) => error.problem,
    };
    Some(Code::Start.at(model.start_span).error(
        format!("The starting position is not valid: {}.", problem.en),
        format!("La position de départ n'est pas valable\u{a0}: {}.", problem.fr),
    ))
}

pub(crate) fn sample_warning(model: &Model) -> Option<Diagnostic> {
    starts::sample_warning(model)
}
