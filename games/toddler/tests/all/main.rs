//! Integration tests, linked into one binary to save build time.

mod conformance;
mod corner;
mod evaluation;
mod explanations;
mod playthroughs;
mod rules_page;
mod rulings;
mod t9_adjudication;
mod text_errors;
