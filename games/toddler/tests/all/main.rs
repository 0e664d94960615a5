//! Every integration test of this crate, in one binary, so that they are linked once.

mod conformance;
mod corner;
mod evaluation;
mod explanations;
mod playthroughs;
mod rules_page;
mod rulings;
mod t9_adjudication;
mod text_errors;
