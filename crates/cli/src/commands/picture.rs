use std::fs;
use std::io::Write;
use std::path::Path;

use entourage_kernel::Language;
use entourage_picture::{Style, draw};
use entourage_registry::Registry;

use crate::arguments::{Look, Variation};
use crate::failure::Failure;
use crate::input;

/// Draws a position and marks the move that led to it.
///
/// # Errors
/// A wrong game, position or move, or a file or output that cannot be written.
pub fn run(
    registry: &Registry,
    variation: &Variation,
    look: &Look,
    file: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (position, moves) = input::split(&variation.rest);
    let game = input::open(registry, &variation.game)?;
    let mut played = input::begin(game.as_ref(), position)?;
    input::play(played.as_mut(), moves)?;
    let style = Style {
        theme: look.theme,
        pieces: look.pieces,
        notation: look.notation,
        flipped: look.flip,
        bare: look.bare,
    };
    let last = played.record(language).pop().map(|record| record.legs).unwrap_or_default();
    let picture = draw(&game.info(language), &played.view(language), &last, style);
    match file {
        None => out.write_all(picture.as_bytes())?,
        Some(file) => fs::write(file, picture).map_err(|error| {
            Failure::at("--out", format!("\"{}\" cannot be written: {error}", file.display()))
        })?,
    }
    Ok(())
}
