use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use entourage_kernel::{Language, Side};
use entourage_picture::{Style, draw};
use entourage_registry::view::{ChangeView, GameInfo, View};

use crate::arguments::{Look, Variation};
use crate::board::{self, Paint};
use crate::failure::{Console, Failure, Outcome, pick};
use crate::input;

pub fn run(console: &mut Console<'_>, variation: &Variation) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    let (position, moves) = input::split(&variation.rest);
    let game = input::open(registry, &variation.game)?;
    let begun = input::begin(game.as_ref(), position)?;
    input::one_move(moves)?;
    input::play(begun.copy().as_mut(), moves)?;
    let (info, view) = (game.info(language), begun.view(language));
    for row in board::draw(game.topology(), &info, &view, paint()) {
        writeln!(out, "{row}")?;
    }
    writeln!(out)?;
    writeln!(out, "{} ({})", view.status_text, view.status)?;
    writeln!(out, "{}", view.position)?;
    write_pieces(&info, &view, language, out)?;
    write_marks(&info, &view, language, out)?;
    write_traces(&view, language, out)?;
    write_powers(&info, &view, language, out)?;
    for text in moves {
        let text = &*input::meant(begun.as_ref(), 0, text)?;
        let explained = begun.explain(text, language).map_err(|error| Failure::invalid("MOVE", &error))?;
        let preview = begun.weigh(text, language).map_err(|error| Failure::invalid("MOVE", &error))?;
        writeln!(
            out,
            "\n{} {}",
            pick(language, "After the move:", "Après le coup\u{a0}:"),
            explained.sentence
        )?;
        write_changes(&preview.map(|preview| preview.changes).unwrap_or_default(), language, out)?;
    }
    Ok(())
}

/// Enables colours on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
pub(super) fn paint() -> Paint {
    let disabled = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if io::stdout().is_terminal() && !disabled && !dumb { Paint::Colours } else { Paint::Plain }
}

fn write_changes(changes: &[ChangeView], language: Language, out: &mut impl Write) -> io::Result<()> {
    for (sign, en, fr) in [
        ("gain", "Gains", "Gains"),
        ("cost", "Losses", "Pertes"),
        ("both", "For both sides", "Pour les deux camps"),
    ] {
        let mut changes = changes.iter().filter(|change| change.sign == sign).peekable();
        if changes.peek().is_some() {
            writeln!(out, "  {}", pick(language, en, fr))?;
        }
        for change in changes {
            writeln!(out, "    {}", change.sentence)?;
        }
    }
    Ok(())
}

fn write_pieces(info: &GameInfo, view: &View, language: Language, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{}", pick(language, "Pieces", "Pièces"))?;
    for (kind, described) in info.kinds.iter().enumerate() {
        let count = |side: Side| {
            let pieces = view.pieces.iter();
            pieces.filter(|piece| piece.kind == kind && piece.side == side.number()).count()
        };
        let [first, second] = Side::BOTH.map(count);
        if first + second > 0 {
            let [upper, lower] = described.letters;
            writeln!(out, "  {upper} {first:>3}   {lower} {second:>3}   {}", described.name)?;
        }
    }
    Ok(())
}

fn write_marks(info: &GameInfo, view: &View, language: Language, out: &mut impl Write) -> io::Result<()> {
    if view.pieces.iter().any(|piece| !piece.marks.is_empty()) {
        writeln!(out, "\n{}", pick(language, "Marked *", "Marquées *"))?;
    }
    for mark in &info.marks {
        let marked = view.pieces.iter().filter(|piece| piece.marks.contains(&mark.code));
        let squares: Vec<&str> = marked.map(|piece| piece.square.as_str()).collect();
        if !squares.is_empty() {
            writeln!(out, "  {}: {}", mark.name, squares.join(" "))?;
        }
    }
    Ok(())
}

fn write_traces(view: &View, language: Language, out: &mut impl Write) -> io::Result<()> {
    let mut traces = view.traces.iter().enumerate().filter(|(_, trace)| !trace.squares.is_empty()).peekable();
    if traces.peek().is_some() {
        writeln!(out, "\n{}", pick(language, "Marked squares", "Cases marquées"))?;
    }
    for (index, trace) in traces {
        writeln!(out, "  {} {}: {}", board::trace_sign(index), trace.name, trace.squares.join(" "))?;
    }
    Ok(())
}

fn write_powers(info: &GameInfo, view: &View, language: Language, out: &mut impl Write) -> io::Result<()> {
    if !view.conditions.is_empty() || !view.relations.is_empty() {
        writeln!(out, "\n{}", pick(language, "Active powers", "Pouvoirs actifs"))?;
    }
    for condition in &view.conditions {
        writeln!(out, "  {}", input::reason(condition))?;
    }
    let name = |square: &str| {
        let piece = view.pieces.iter().find(|piece| piece.square == square);
        piece.map_or_else(String::new, |piece| format!("{} {square}", info.kinds[piece.kind].name))
    };
    for piece in &view.pieces {
        for kind in &info.relations {
            let felt = view.relations.iter().filter(|felt| felt.to == piece.square && felt.kind == kind.code);
            let exerting: Vec<String> = felt.map(|felt| name(&felt.from)).collect();
            if !exerting.is_empty() {
                writeln!(out, "  {}: {}", name(&piece.square), kind.felt.replace("{}", &exerting.join(", ")))?;
            }
        }
    }
    Ok(())
}

pub fn picture(console: &mut Console<'_>, variation: &Variation, look: &Look, file: Option<&Path>) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
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
        Some(file) => fs::write(file, picture)
            .map_err(|error| Failure::at("--out", format!("cannot write \"{}\": {error}", file.display())))?,
    }
    Ok(())
}
