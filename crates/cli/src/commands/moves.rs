use std::io::{self, Write};

use entourage_kernel::Language;
use entourage_registry::Registry;
use entourage_registry::view::MoveView;
use serde::Serialize;

use crate::arguments::Situation;
use crate::failure::Failure;
use crate::input;

/// The legal moves of a position, for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Moves {
    spec: String,
    position: String,
    status: String,
    moves: Vec<MoveView>,
}

/// Lists the legal moves, one a line or as JSON.
///
/// # Errors
/// A wrong game or position, or a closed output.
pub fn run(
    registry: &Registry,
    at: &Situation,
    json: bool,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
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

/// Writes a value as indented JSON and a line break.
///
/// # Errors
/// The output is closed.
pub fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
