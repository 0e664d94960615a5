use std::io::{self, Write};

use entourage_registry::view::MoveView;
use serde::Serialize;

use crate::arguments::{Situation, Variation};
use crate::failure::{Console, Failure, Outcome};
use crate::input;

pub fn status(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let (position, moves) = input::split(&variation.rest);
    let mut game = input::open_at(registry, &variation.game, position)?;
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.status())?)
}

pub fn play(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let (position, moves) = input::split(&variation.rest);
    let mut game = input::open_at(registry, &variation.game, position)?;
    input::play(game.as_mut(), moves)?;
    Ok(writeln!(out, "{}", game.position_text())?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Moves {
    spec: String,
    position: String,
    status: String,
    moves: Vec<MoveView>,
}

pub fn moves(console: &mut Console<'_>, at: &Situation, json: bool) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    if json {
        let view = game.view(language);
        let moves =
            Moves { spec: game.spec(), position: view.position, status: view.status, moves: view.moves };
        return Ok(write_json(&moves, out)?);
    }
    for text in game.legal_moves() {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

pub fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

pub fn explain(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
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

/// Lists the squares attacked by the opponent, then which pieces can be captured, or why not.
pub fn reach(console: &mut Console<'_>, at: &Situation) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    let reach = game.reach(game.side_to_move(), language).ok_or_else(|| {
        let en = "the rules of this game do not tell who attacks what";
        let fr = "les règles de ce jeu ne disent pas qui attaque quoi";
        Failure::about("GAME", en, fr)
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

pub fn perft(
    console: &mut Console<'_>,
    game: &str,
    position: Option<&str>,
    depth: u32,
    divide: bool,
) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
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
