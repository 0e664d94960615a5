use std::io::{self, BufReader, Read, Write};

use entourage_kernel::Language;
use entourage_protocol::read_line;
use entourage_registry::view::{MomentView, MoveView};
use entourage_registry::{AnyGame, AnyMatch};
use serde::Serialize;

use crate::arguments::{Situation, Variation};
use crate::failure::{Console, Failure, Outcome, one_line};
use crate::input::{self, MAX_LINE};

pub fn status(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::played(registry, variation)?;
    Ok(writeln!(out, "{}", game.status())?)
}

pub fn play(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, ref mut out, .. } = console;
    let game = input::played(registry, variation)?;
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
    let found = game.explain(text, language).map_err(|error| Failure::invalid("MOVE", &error))?;
    if found.legal {
        writeln!(out, "legal: {}", found.sentence)?;
    } else {
        writeln!(out, "refused: {}", found.text)?;
    }
    for reason in found.reasons.iter().chain(&found.notices) {
        writeln!(out, "- {}", input::reason(reason))?;
    }
    let preview = game.weigh(text, language).map_err(|error| Failure::invalid("MOVE", &error))?;
    for change in preview.into_iter().flat_map(|preview| preview.changes) {
        writeln!(out, "{}: {}", change.sign, change.sentence)?;
    }
    Ok(())
}

pub fn reach(console: &mut Console<'_>, at: &Situation) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let game = input::open_at(registry, &at.game, at.position.as_deref())?;
    let reach = game.reach(game.side_to_move(), language).ok_or_else(|| {
        let en = "this game does not provide attack information";
        let fr = "ce jeu ne fournit pas d'informations sur les attaques";
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

/// Maximum number of characters that are printed of an invalid line.
const MAX_SHOWN: usize = 200;

/// Prints `position TAB status TAB moves` or `position TAB refused TAB reason` for each input line.
///
/// Flushes whenever no more input is buffered, so that other programs can use the command interactively.
pub fn batch(console: &mut Console<'_>, spec: &str, input: impl Read) -> Outcome {
    let game = input::open(console.registry, spec)?;
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    while read_line(&mut input, MAX_LINE, &mut line)? {
        answer(console, game.as_ref(), &line)?;
        if input.buffer().is_empty() {
            console.out.flush()?;
        }
    }
    Ok(())
}

fn answer(console: &mut Console<'_>, game: &dyn AnyGame, line: &[u8]) -> io::Result<()> {
    let &mut Console { language, ref mut out, .. } = console;
    let line = input::without_break(line);
    let begun = if line.len() > MAX_LINE { Err(input::too_long()) } else { input::text(line) }
        .and_then(|text| game.begin(Some(text)));
    match begun {
        Ok(begun) => {
            let moves = begun.legal_moves().join(" ");
            writeln!(out, "{}\t{}\t{moves}", begun.position_text(), begun.status())
        }
        Err(error) => {
            let line = String::from_utf8_lossy(line);
            let shown: String = line.chars().take(MAX_SHOWN).collect();
            let ellipsis = if shown.len() < line.len() { "…" } else { "" };
            writeln!(out, "{}{ellipsis}\trefused\t{}", one_line(&shown), one_line(&error.message(language)))
        }
    }
}

/// A turning point: its ply, kind, description, and a better move.
pub type Moment = (usize, String, String, Option<String>);

/// A function that reviews a game and its later moves on a worker, or returns `None` if no worker is available.
pub type RemoteReview<'e> = dyn Fn(&dyn AnyMatch, &[String]) -> Outcome<Option<Vec<Moment>>> + 'e;

/// Explains how the game ended, and prints its key moments.
pub fn review(console: &mut Console<'_>, variation: &Variation, review_remotely: &RemoteReview<'_>) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let games = input::played_on(registry, variation)?;
    let (game, last) = (games[0].as_ref(), games[games.len() - 1].as_ref());
    let later: Vec<String> = games[1..].iter().flat_map(|game| game.moves()).collect();
    if game.moves().is_empty() && later.is_empty() {
        return Err(input::no_move());
    }
    if let Some(end) = last.ended(language) {
        writeln!(out, "{}", end.text)?;
    }
    for line in last.closing(language).into_iter().flat_map(|closing| closing.lines) {
        writeln!(out, "{}: {}", line.sort, line.sentence)?;
    }
    out.flush()?;
    let moments = match review_remotely(game, &later)? {
        Some(moments) => moments,
        None => review_locally(game, &later, language),
    };
    for (ply, sort, sentence, better) in moments {
        writeln!(out, "{ply}\t{sort}\t{sentence}")?;
        if let Some(better) = better {
            writeln!(out, "\t\t{better}")?;
        }
    }
    Ok(())
}

fn review_locally(game: &dyn AnyMatch, later: &[String], language: Language) -> Vec<Moment> {
    let Some(mut review) = game.review(later, language) else { return Vec::new() };
    loop {
        let found = review.advance(100_000);
        if found.done == found.of {
            let moment = |MomentView { ply, sort, sentence, better, .. }: MomentView| {
                (ply, sort.to_owned(), sentence, better)
            };
            return found.moments.into_iter().map(moment).collect();
        }
    }
}
