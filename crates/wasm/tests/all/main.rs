//! Integration tests, linked into one binary to save build time.

mod beginning;
mod lesson;
