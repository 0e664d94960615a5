use std::io::Write;

use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;

use crate::arguments::Variation;
use crate::failure::Failure;
use crate::input;

/// Says what a move does, or every reason why it is refused.
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
    let text = match moves {
        [text] => text,
        [] => return Err(input::no_move()),
        [_, extra, ..] => {
            let en = format!("\"{extra}\": one move is explained at a time");
            let fr = format!("«\u{a0}{extra}\u{a0}»\u{a0}: un seul coup est expliqué à la fois");
            return Err(Failure::at("MOVE 2", Problem::new(en, fr)));
        }
    };
    let game = input::open_at(registry, &variation.game, position)?;
    let found = game.explain(text, language).map_err(|error| Failure::reading("MOVE", &error))?;
    if found.legal {
        writeln!(out, "legal: {}", found.sentence)?;
    } else {
        writeln!(out, "refused: {}", found.text)?;
    }
    for reason in found.reasons.iter().chain(&found.notices) {
        writeln!(out, "- {}", input::reason(reason))?;
    }
    Ok(())
}
