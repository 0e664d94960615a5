//! All integration tests of this crate in one binary, which is linked only once.

mod conformance;
mod parsers;
mod rules_page;
mod rulings;
mod shown;
