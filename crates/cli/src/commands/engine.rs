use std::io;

use entourage_kernel::Language;

use crate::engine;
use crate::failure::Failure;
use crate::input;

/// Serves as an engine on standard input and output.
///
/// # Errors
/// A wrong game, unreadable input, or a closed output.
pub fn run(game: Option<&str>, language: Language) -> Result<(), Failure> {
    let game = input::open(game.unwrap_or(entourage_registry::games()[0]))?;
    engine::serve(game, language, io::stdin().lock(), io::stdout())
}
