//! What programs are told beside a sentence.

use entourage_kernel::{Language, TextError};
use entourage_registry::view::{FailureView, ReasonView};

/// Puts reasons one after another.
pub(super) fn sentences(reasons: &[ReasonView]) -> String {
    let sentences: Vec<&str> = reasons.iter().map(|reason| reason.sentence.as_str()).collect();
    sentences.join(" ")
}

/// Adds which token of a text is wrong, where it stands in what was sent, and why.
pub(super) fn tell_offset(told: &mut FailureView, text: &TextError, at: usize, language: Language) {
    told.token = Some(text.token.clone());
    told.at = Some(at);
    told.problem = Some(text.problem.get(language).to_owned());
}
