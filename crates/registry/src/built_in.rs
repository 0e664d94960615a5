//! The built-in games, as the manifest of this crate lists them.

use entourage_kernel::{Evaluate, Presentation};

/// Does something with the type of each built-in game.
pub trait Visitor {
    /// Visits a game, whose rules are made by their default.
    fn visit<R: Evaluate + Presentation + Default>(&mut self, id: &'static str);
}

// What `build.rs` made of the manifest.
include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
