use std::io::Write;

use entourage_kernel::Language;

use crate::arguments::Line;
use crate::failure::Failure;
use crate::input;

/// Says what a move does, or every reason why it is refused.
///
/// # Errors
/// A wrong game, position or text, more or less than one move, or a closed output.
pub fn run(line: &Line, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let (position, moves) = input::split(&line.rest);
    let text = match moves {
        [text] => text,
        [] => return Err(Failure::at("MOVE", "a move is missing after the game or position")),
        [_, extra, ..] => {
            return Err(Failure::at("MOVE 2", format_args!("\"{extra}\": one move is explained at a time")));
        }
    };
    let game = input::open_at(&line.game, position)?;
    let found = game.explain(text, language).map_err(|error| Failure::at("MOVE", error))?;
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
