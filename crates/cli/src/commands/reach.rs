use std::io::Write;

use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;

use crate::arguments::Situation;
use crate::failure::Failure;
use crate::input;

/// Lists the squares that the enemies of the side to move attack, then says of every piece whether it can be captured, and if not why.
///
/// # Errors
/// A wrong game or position, a game whose rules do not tell, or a closed output.
pub fn run(
    registry: &Registry,
    at: &Situation,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    let reach = game.reach(game.side_to_move(), language).ok_or_else(|| {
        let en = "the rules of this game do not tell who attacks what";
        let fr = "les règles de ce jeu ne disent pas qui attaque quoi";
        Failure::at("GAME", Problem::new(en, fr))
    })?;
    for square in &reach.attacked {
        writeln!(out, "{}\t{}\t{}", square.square, square.from.len(), square.from.join(" "))?;
    }
    if !reach.pieces.is_empty() {
        writeln!(out)?;
    }
    for piece in &reach.pieces {
        writeln!(out, "{}\t{}", piece.square, piece.sentence)?;
    }
    Ok(())
}
