use std::io;

use entourage_kernel::Language;
use entourage_registry::Registry;

use crate::engine;
use crate::failure::Failure;
use crate::input;

/// Serves as an engine on standard input and output.
///
/// # Errors
/// A wrong game, unreadable input, or a closed output.
pub fn run(registry: &Registry, game: Option<&str>, language: Language) -> Result<(), Failure> {
    let game = input::open(registry, game.unwrap_or(registry.games().first().copied().unwrap_or_default()))?;
    engine::serve(registry.clone(), game, language, io::stdin(), io::stdout())
}
