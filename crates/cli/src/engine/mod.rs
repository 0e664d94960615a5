//! The engine protocols: XBoard's if the first line is `xboard`, otherwise a UCI-like one.

mod options;
mod position_setup;
mod session;
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

pub use position_setup::begin_lenient;
pub use thinking::prove_mate;

use crate::failure::{Failure, Outcome};
use crate::input;
use session::Session;

const MAX_QUEUED: usize = 1024;
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Answers commands, one per line, until `quit` or the end of the input.
///
/// An invalid line is answered with an error and has no effect, except that an invalid position clears the current one. Ignored
/// parts of a line are reported. Lines that would interrupt a bounded search are queued until it has finished, so that scripts
/// need not wait; at the end of the input the search is completed.
pub fn serve(
    registry: Registry,
    game: Box<dyn AnyGame>,
    language: Language,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Outcome {
    let (wake, events) = sync_channel(MAX_QUEUED);
    read_lines(input, wake.clone())?;
    let first = next(&events, false)?.flatten();
    if first.as_deref().is_some_and(is_xboard) {
        return xboard::serve(registry, game, language, &events, wake, out);
    }
    let mut session = Session::new(registry, game, language, out)?;
    let mut is_open = first.is_some();
    let mut queued: VecDeque<Vec<u8>> = first.into_iter().collect();
    while is_open || !queued.is_empty() {
        if !session.is_busy()
            && let Some(line) = queued.pop_front()
        {
            if execute(&mut session, &line, language)?.is_break() {
                return Ok(());
            }
            continue;
        }
        if !is_open {
            session.settle();
            continue;
        }
        let Some(line) = next(&events, !queued.is_empty())? else { continue };
        let Some(line) = line else {
            is_open = false;
            continue;
        };
        let must_wait = !queued.is_empty() || session.is_busy() && session.will_answer();
        if must_wait && queued.len() < MAX_QUEUED && !is_immediate(&line) {
            queued.push_back(line);
        } else if execute(&mut session, &line, language)?.is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

enum Event {
    /// A line of input, or the error that occurred when reading the line.
    Line(io::Result<Vec<u8>>),
    End,
    Answered,
}

/// Reads lines in a separate thread, so that commands can arrive during a search. Stops after an error.
fn read_lines(input: impl Read + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
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
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(())
}

/// Waits for a line. Returns `Some(None)` at the end of input; `None` if a search ends or, with `poll`, on time-out.
fn next(events: &Receiver<Event>, poll: bool) -> io::Result<Option<Option<Vec<u8>>>> {
    let event = if poll {
        events.recv_timeout(POLL_INTERVAL)
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

fn execute<W: Write + Send + 'static>(
    session: &mut Session<W>,
    line: &[u8],
    language: Language,
) -> Outcome<ControlFlow<()>> {
    let ParsedLine { command, warnings } = read(line);
    for warning in warnings {
        session.send(&Reply::Error(warning.message(language)))?;
    }
    match command {
        Ok(None) => {}
        Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
        Ok(Some(command)) => match session.execute(command) {
            Err(Failure::Message(problem)) => session.send(&Reply::Error(problem.get(language).to_owned()))?,
            result => result?,
        },
        Err(error) => {
            if is_position(line) {
                session.forget_position();
            }
            session.send(&Reply::Error(error.message(language)))?;
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns whether a line is executed even during a search.
fn is_immediate(line: &[u8]) -> bool {
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
        let en = format!("lines can have at most {MAX_LINE_BYTES} bytes");
        let fr = format!("une ligne ne peut pas dépasser {MAX_LINE_BYTES} octets");
        return Err(TextError::new("", MAX_LINE_BYTES, Problem::new(en, fr)));
    }
    input::text(line)
}
