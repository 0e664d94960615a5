//! All integration tests of this crate in one binary, which is linked only once.

mod built_in;
mod form;
