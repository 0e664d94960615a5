//! XBoard's protocol.

mod board;
mod clocks;
mod session;
mod wire;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender};

use entourage_kernel::Language;
use entourage_protocol::xboard::{Answer, Command};
use entourage_registry::{AnyGame, Registry};

use super::{Event, text};
use crate::failure::{Failure, Outcome, shortened};
use session::Session;

/// Answers a board's commands, one per line, until `quit` or the end of the input.
///
/// A line that cannot be followed is answered with the reason and changes nothing. At the end of the input a search
/// for the engine's own move is completed.
pub fn serve(
    registry: Registry,
    game: Box<dyn AnyGame>,
    language: Language,
    events: &Receiver<Event>,
    wake: SyncSender<Event>,
    out: impl Write + Send + 'static,
) -> Outcome {
    let mut session = Session::new(registry, game, language, wake, out)?;
    while let Ok(event) = events.recv() {
        session.settle()?;
        match event {
            Event::Line(line) => {
                if follow(&mut session, &line?, language)?.is_break() {
                    return Ok(());
                }
            }
            Event::Answered => {}
            Event::End => break,
        }
    }
    session.finish()
}

fn follow<W: Write + Send + 'static>(
    session: &mut Session<W>,
    line: &[u8],
    language: Language,
) -> Outcome<ControlFlow<()>> {
    let problem = match text(line).and_then(Command::read) {
        Ok(None) => return Ok(ControlFlow::Continue(())),
        Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
        Ok(Some(command)) => match session.follow(command) {
            Err(Failure::Wrong(problem)) => problem.get(language).to_owned(),
            followed => return followed.map(|()| ControlFlow::Continue(())),
        },
        Err(error) => error.problem.get(language).to_owned(),
    };
    let line = shortened(String::from_utf8_lossy(line).trim());
    session.say(&Answer::Error { reason: problem, line })?;
    Ok(ControlFlow::Continue(()))
}
