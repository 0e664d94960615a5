//! Every integration test of this crate, in one binary, so that they are linked once.

mod conformance;
mod parsers;
mod rules_page;
mod rulings;
mod shown;
