//! Integration tests, linked into one binary to save build time.

mod conformance;
mod parsers;
mod rules_page;
mod rulings;
mod shown;
