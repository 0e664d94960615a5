//! Integration tests, linked into one binary to save build time.

mod conformance;
mod dead;
mod rules_page;
mod shuffled;
