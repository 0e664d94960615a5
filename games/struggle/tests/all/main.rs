//! Integration tests, linked into one binary to save build time.

mod conformance;
mod evaluation;
mod explanations;
mod parsers;
mod playthroughs;
mod portraits;
mod rules_page;
mod rulings;
