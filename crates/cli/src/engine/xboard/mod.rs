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

/// Answers commands, one per line, until `quit` or the end of the input.
///
/// An invalid line is answered with an error and has no effect. If the input ends while the engine is choosing its
/// move, the search is completed first.
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
                if execute(&mut session, &line?, language)?.is_break() {
                    return Ok(());
                }
            }
            Event::Answered => {}
            Event::End => break,
        }
    }
    session.finish()
}

fn execute<W: Write + Send + 'static>(
    session: &mut Session<W>,
    line: &[u8],
    language: Language,
) -> Outcome<ControlFlow<()>> {
    let problem = match text(line).and_then(Command::read) {
        Ok(None) => return Ok(ControlFlow::Continue(())),
        Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
        Ok(Some(command)) => match session.execute(command) {
            Err(Failure::Message(problem)) => problem.get(language).to_owned(),
            result => return result.map(|()| ControlFlow::Continue(())),
        },
        Err(error) => error.problem.get(language).to_owned(),
    };
    let line = shortened(String::from_utf8_lossy(line).trim());
    session.send(&Answer::Error { reason: problem, line })?;
    Ok(ControlFlow::Continue(()))
}
