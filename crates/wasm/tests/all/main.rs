//! All integration tests of this crate, in one binary to save linking.

mod beginning;
mod lesson;
