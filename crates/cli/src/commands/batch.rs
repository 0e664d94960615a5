use std::io::{self, BufReader, Read, Write};

use entourage_protocol::read_line;
use entourage_registry::AnyGame;

use crate::failure::{Console, Outcome, one_line};
use crate::input::{self, LONGEST_LINE};

/// Maximum number of characters shown of a refused line.
const SHOWN: usize = 200;

/// Answers each line's position with `position TAB status TAB moves`, or `position TAB refused TAB why`.
///
/// Output is flushed whenever no more input waits, so that another program can converse with this one.
pub fn run(console: &mut Console<'_>, spec: &str, input: impl Read) -> Outcome {
    let game = input::open(console.registry, spec)?;
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    while read_line(&mut input, LONGEST_LINE, &mut line)? {
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
    let begun = if line.len() > LONGEST_LINE { Err(input::too_long()) } else { input::text(line) }
        .and_then(|text| game.begin(Some(text)));
    match begun {
        Ok(begun) => {
            let moves = begun.legal_moves().join(" ");
            writeln!(out, "{}\t{}\t{moves}", begun.position_text(), begun.status())
        }
        Err(error) => {
            let line = String::from_utf8_lossy(line);
            let shown: String = line.chars().take(SHOWN).collect();
            let more = if shown.len() < line.len() { "…" } else { "" };
            writeln!(out, "{}{more}\trefused\t{}", one_line(&shown), one_line(&error.message(language)))
        }
    }
}
