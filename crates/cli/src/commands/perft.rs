use entourage_registry::Registry;
use std::io::Write;

use crate::failure::Failure;
use crate::input;

/// Counts leaves, whole or below each move.
///
/// # Errors
/// A wrong game or position, or a closed output.
pub fn run(
    registry: &Registry,
    game: &str,
    position: Option<&str>,
    depth: u32,
    divide: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = input::open_at(registry, game, position)?;
    if !divide {
        return Ok(writeln!(out, "{}", game.perft(depth))?);
    }
    let mut counts = game.divide(depth);
    counts.sort();
    for (text, count) in &counts {
        writeln!(out, "{text} {count}")?;
    }
    let total = if depth == 0 { game.perft(0) } else { counts.iter().map(|(_, count)| count).sum() };
    Ok(writeln!(out, "total {total}")?)
}
