use entourage_registry::Registry;
use std::io::Write;

use crate::arguments::Variation;
use crate::failure::Failure;
use crate::input;

/// Tells where the game stands after the moves given, if any.
///
/// # Errors
/// A wrong game, position or move, or a closed output.
pub fn status(registry: &Registry, variation: &Variation, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&variation.rest);
    let mut game = input::open_at(registry, &variation.game, position)?;
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.status())?)
}

/// Prints the position after the moves given, if any.
///
/// # Errors
/// A wrong game, position or move, or a closed output.
pub fn play(registry: &Registry, variation: &Variation, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&variation.rest);
    let mut game = input::open_at(registry, &variation.game, position)?;
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.position_text())?)
}
