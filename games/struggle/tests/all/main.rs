//! All integration tests of this crate in one binary, which is linked only once.

mod conformance;
mod evaluation;
mod explanations;
mod parsers;
mod playthroughs;
mod portraits;
mod rules_page;
mod rulings;
