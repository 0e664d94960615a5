//! All integration tests of this crate in one binary, which is linked only once.

mod conformance;
mod dead;
mod rules_page;
mod shuffled;
