use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::Registry;

use crate::arguments::Variation;
use crate::failure::Failure;
use crate::input;

/// Says what a move does and what it changes, or every reason why it is refused.
///
/// # Errors
/// A wrong game, position or text, more or less than one move, or a closed output.
pub fn run(
    registry: &Registry,
    variation: &Variation,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (position, moves) = input::split(&variation.rest);
    let text = input::one_move(moves)?.ok_or_else(input::no_move)?;
    let game = input::open_at(registry, &variation.game, position)?;
    let text = &*input::meant(game.as_ref(), 0, text)?;
    let found = game.explain(text, language).map_err(|error| Failure::reading("MOVE", &error))?;
    if found.legal {
        writeln!(out, "legal: {}", found.sentence)?;
    } else {
        writeln!(out, "refused: {}", found.text)?;
    }
    for reason in found.reasons.iter().chain(&found.notices) {
        writeln!(out, "- {}", input::reason(reason))?;
    }
    let weighing = game.weigh(text, language).map_err(|error| Failure::reading("MOVE", &error))?;
    for change in weighing.into_iter().flat_map(|weighing| weighing.changes) {
        writeln!(out, "{}: {}", change.sign, change.sentence)?;
    }
    Ok(())
}
