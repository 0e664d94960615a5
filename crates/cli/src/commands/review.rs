use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::AnyMatch;
use entourage_registry::view::MomentView;

use crate::arguments::Variation;
use crate::failure::{Console, Outcome};
use crate::input;

/// What is told of a moment: the number of its ply, its sort, what happened, and what would have been better.
pub type Moment = (usize, String, String, Option<String>);

/// Looks through a game somewhere else; `None` where nobody does.
pub type Elsewhere<'e> = dyn Fn(&dyn AnyMatch) -> Outcome<Option<Vec<Moment>>> + 'e;

/// Says why the game is over, if it is, and what happened in it in three moments at most.
///
/// # Errors
/// A wrong game, position or move, no move at all, or a closed output.
pub fn review(console: &mut Console<'_>, variation: &Variation, elsewhere: &Elsewhere<'_>) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
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
    out.flush()?;
    let moments = match elsewhere(game.as_ref())? {
        Some(moments) => moments,
        None => here(game.as_ref(), language),
    };
    for (ply, sort, sentence, better) in moments {
        writeln!(out, "{ply}\t{sort}\t{sentence}")?;
        if let Some(better) = better {
            writeln!(out, "\t\t{better}")?;
        }
    }
    Ok(())
}

/// Looks through a game here.
fn here(game: &dyn AnyMatch, language: Language) -> Vec<Moment> {
    let Some(mut review) = game.review(language) else { return Vec::new() };
    loop {
        let found = review.advance(100_000);
        if found.done == found.of {
            let told = |MomentView { ply, sort, sentence, better, .. }: MomentView| {
                (ply, sort.to_owned(), sentence, better)
            };
            return found.moments.into_iter().map(told).collect();
        }
    }
}
