use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::Registry;

use crate::arguments::Variation;
use crate::failure::Failure;
use crate::input;

/// Says why the game is over, if it is, and what happened in it in three moments at most.
///
/// # Errors
/// A wrong game, position or move, no move at all, or a closed output.
pub fn run(
    registry: &Registry,
    variation: &Variation,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (position, moves) = input::split(&variation.rest);
    let mut game = input::open_at(registry, &variation.game, position)?;
    if moves.is_empty() {
        return Err(input::no_move());
    }
    input::play(game.as_mut(), moves)?;
    if let Some(end) = game.ended(language) {
        writeln!(out, "{}", end.text)?;
    }
    for line in game.closing(language).into_iter().flat_map(|closing| closing.lines) {
        writeln!(out, "{}: {}", line.sort, line.sentence)?;
    }
    let Some(mut review) = game.review(language) else { return Ok(()) };
    let moments = loop {
        let found = review.advance(100_000);
        if found.done == found.of {
            break found.moments;
        }
    };
    for moment in moments {
        writeln!(out, "{}\t{}\t{}", moment.ply, moment.sort, moment.sentence)?;
        if let Some(better) = moment.better {
            writeln!(out, "\t\t{better}")?;
        }
    }
    Ok(())
}
