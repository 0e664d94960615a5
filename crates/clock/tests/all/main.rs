//! Integration tests, linked into one binary to save build time.

mod model;
mod paces;
mod rulings;
