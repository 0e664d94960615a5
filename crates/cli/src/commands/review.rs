use std::io::Write;

use entourage_kernel::Language;
use entourage_registry::AnyMatch;
use entourage_registry::view::MomentView;

use crate::arguments::Variation;
use crate::failure::{Console, Outcome};
use crate::input;

/// A moment: its ply, sort, sentence, and the better move.
pub type Moment = (usize, String, String, Option<String>);

/// Reviews a game on a worker; returns `None` if none does.
pub type Elsewhere<'e> = dyn Fn(&dyn AnyMatch) -> Outcome<Option<Vec<Moment>>> + 'e;

/// Explains why the game is over, and reviews it in up to three moments.
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
