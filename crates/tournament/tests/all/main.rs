//! All integration tests of this crate.

mod published;
mod states;
mod swiss;
mod tournament;
