//! Speaks the engine protocol for any game.

mod session;
mod thinking;

use std::io::{BufReader, Read, Write};

use entourage_kernel::{Language, Problem, TextError};
use entourage_protocol::{Command, LONGEST_LINE, Reply, read_line};
use entourage_registry::{AnyGame, Registry};

use crate::failure::Failure;
use crate::input;
use session::Session;

/// Answers commands, one a line, until `quit` or the end of the input.
///
/// A line that cannot be followed is answered with the reason and changes nothing, except that there is nothing to think about
/// after a position that was refused. At the end of the input a bounded
/// search is brought to its end.
///
/// # Errors
/// Unreadable input, or a closed output.
pub fn serve(
    registry: Registry,
    game: Box<dyn AnyGame>,
    language: Language,
    input: impl Read,
    out: impl Write + Send + 'static,
) -> Result<(), Failure> {
    let mut session = Session::new(registry, game, language, out)?;
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while read_line(&mut input, LONGEST_LINE, &mut line)? {
        match read(&line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(command)) => match session.follow(command) {
                Err(Failure::Wrong(problem)) => {
                    session.say(&Reply::Error(problem.get(language).to_owned()))?;
                }
                followed => followed?,
            },
            Err(error) => {
                if is_position(&line) {
                    session.forget_position();
                }
                session.say(&Reply::Error(error.message(language)))?;
            }
        }
    }
    session.finish();
    Ok(())
}

/// Tells whether a line, readable or not, is meant to say a position.
fn is_position(line: &[u8]) -> bool {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) == Some(b"position")
}

fn read(line: &[u8]) -> Result<Option<Command>, TextError> {
    let line = input::without_break(line);
    if line.len() > LONGEST_LINE {
        let en = format!("no line is longer than {LONGEST_LINE} bytes");
        let fr = format!("aucune ligne ne dépasse {LONGEST_LINE} octets");
        return Err(TextError::new("", LONGEST_LINE, Problem::new(en, fr)));
    }
    Command::read(input::text(line)?)
}
