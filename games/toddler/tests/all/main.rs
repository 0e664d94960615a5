//! All integration tests of this crate in one binary, which is linked only once.

mod conformance;
mod corner;
mod evaluation;
mod explanations;
mod playthroughs;
mod rules_page;
mod rulings;
mod t9_adjudication;
mod text_errors;
