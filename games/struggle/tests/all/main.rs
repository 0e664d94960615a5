//! Every integration test of this crate, in one binary, so that they are linked once.

mod conformance;
mod evaluation;
mod explanations;
mod parsers;
mod playthroughs;
mod portraits;
mod rules_page;
mod rulings;
