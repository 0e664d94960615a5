//! Serves the engine protocol for any game, or XBoard's if the first line asks for it.

mod options;
mod session;
mod setting_up;
mod thinking;
mod xboard;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use entourage_kernel::{Language, Problem, TextError};
use entourage_protocol::{Command, MAX_LINE_BYTES, ParsedLine, Reply, read_line};
use entourage_registry::{AnyGame, Registry};

pub use setting_up::begin_loosely;
pub use thinking::prove_mate;

use crate::failure::{Failure, Outcome};
use crate::input;
use session::Session;

const MOST_HELD: usize = 1024;
const GLANCE: Duration = Duration::from_millis(2);

/// Answers commands, one per line, until `quit` or the end of the input.
///
/// A line that cannot be followed is answered with the reason and changes nothing, except that a refused position
/// clears the current one. What is ignored in a line is reported. Lines that would disturb a bounded search are held
/// back until it has answered, so that scripts need not wait; at the end of the input it is completed. A first line
/// `xboard` selects that protocol.
pub fn serve(
    registry: Registry,
    game: Box<dyn AnyGame>,
    language: Language,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Outcome {
    let (wake, events) = sync_channel(MOST_HELD);
    listen(input, wake.clone())?;
    let first = next(&events, false)?.flatten();
    if first.as_deref().is_some_and(is_xboard) {
        return xboard::serve(registry, game, language, &events, wake, out);
    }
    let mut session = Session::new(registry, game, language, out)?;
    let mut is_open = first.is_some();
    let mut held: VecDeque<Vec<u8>> = first.into_iter().collect();
    while is_open || !held.is_empty() {
        if !session.is_busy()
            && let Some(line) = held.pop_front()
        {
            if follow(&mut session, &line, language)?.is_break() {
                return Ok(());
            }
            continue;
        }
        if !is_open {
            session.settle();
            continue;
        }
        let Some(line) = next(&events, !held.is_empty())? else { continue };
        let Some(line) = line else {
            is_open = false;
            continue;
        };
        let waits = !held.is_empty() || session.is_busy() && session.will_answer();
        if waits && held.len() < MOST_HELD && !is_heard_at_once(&line) {
            held.push_back(line);
        } else if follow(&mut session, &line, language)?.is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

enum Event {
    /// A line, or why there is none.
    Line(io::Result<Vec<u8>>),
    End,
    Answered,
}

/// Reads lines in a separate thread, so that some are heard during a search; an error is the last event.
fn listen(input: impl Read + Send + 'static, tell: SyncSender<Event>) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let mut line = Vec::new();
            let event = match read_line(&mut input, MAX_LINE_BYTES, &mut line) {
                Ok(true) => Event::Line(Ok(line)),
                Ok(false) => Event::End,
                Err(error) => Event::Line(Err(error)),
            };
            let is_last = !matches!(event, Event::Line(Ok(_)));
            if tell.send(event).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(())
}

/// Returns the next line, `Some(None)` at the end, or `None` if `haste` and none comes soon.
fn next(events: &Receiver<Event>, haste: bool) -> io::Result<Option<Option<Vec<u8>>>> {
    let event = if haste {
        events.recv_timeout(GLANCE)
    } else {
        events.recv().map_err(|_| RecvTimeoutError::Disconnected)
    };
    match event {
        Ok(Event::Line(line)) => line.map(|line| Some(Some(line))),
        Ok(Event::Answered) | Err(RecvTimeoutError::Timeout) => Ok(None),
        Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => Ok(Some(None)),
    }
}

fn is_xboard(line: &[u8]) -> bool {
    line.trim_ascii() == b"xboard"
}

fn follow<W: Write + Send + 'static>(
    session: &mut Session<W>,
    line: &[u8],
    language: Language,
) -> Outcome<ControlFlow<()>> {
    let ParsedLine { command, warnings } = read(line);
    for warning in warnings {
        session.say(&Reply::Error(warning.message(language)))?;
    }
    match command {
        Ok(None) => {}
        Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
        Ok(Some(command)) => match session.follow(command) {
            Err(Failure::Wrong(problem)) => session.say(&Reply::Error(problem.get(language).to_owned()))?,
            followed => followed?,
        },
        Err(error) => {
            if is_position(line) {
                session.forget_position();
            }
            session.say(&Reply::Error(error.message(language)))?;
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns whether a line is followed even during a search.
fn is_heard_at_once(line: &[u8]) -> bool {
    matches!(
        read(line).command,
        Ok(None | Some(Command::Uci | Command::IsReady | Command::Stop | Command::PonderHit | Command::Quit))
    )
}

fn is_position(line: &[u8]) -> bool {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) == Some(b"position")
}

fn read(line: &[u8]) -> ParsedLine {
    text(line).map_or_else(|error| ParsedLine { command: Err(error), warnings: Vec::new() }, Command::read)
}

fn text(line: &[u8]) -> Result<&str, TextError> {
    let line = input::without_break(line);
    if line.len() > MAX_LINE_BYTES {
        let en = format!("no line is longer than {MAX_LINE_BYTES} bytes");
        let fr = format!("aucune ligne ne dépasse {MAX_LINE_BYTES} octets");
        return Err(TextError::new("", MAX_LINE_BYTES, Problem::new(en, fr)));
    }
    input::text(line)
}
