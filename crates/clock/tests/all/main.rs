//! All integration tests of this crate, in one binary to save linking.

mod model;
mod paces;
mod rulings;
