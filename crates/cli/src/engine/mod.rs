//! Speaks the engine protocol for any game, and XBoard's to whoever begins in that.

pub mod mate;
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
use entourage_protocol::{Command, Heard, LONGEST_LINE, Reply, read_line};
use entourage_registry::{AnyGame, Registry};

pub use setting_up::begin_loosely;

use crate::failure::Failure;
use crate::input;
use session::Session;

/// The lines that wait, at most, until a search has answered.
const MOST_HELD: usize = 1024;
/// How long lines that wait may wait on after a search has answered.
const GLANCE: Duration = Duration::from_millis(2);

/// Answers commands, one a line, until `quit` or the end of the input.
///
/// A line that cannot be followed is answered with the reason and changes nothing, except that there is nothing to think about
/// after a position that was refused. What is passed over in a line is told, and the rest followed. Lines that would disturb a bounded
/// search wait until it has answered, so that a script need not wait; at the end of the input it is brought to its end.
/// Whoever says `xboard` first is answered in that protocol.
///
/// # Errors
/// Unreadable input, or a closed output.
pub fn serve(
    registry: Registry,
    game: Box<dyn AnyGame>,
    language: Language,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<(), Failure> {
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

/// What a session hears of.
enum Event {
    /// A line, or why there is none.
    Line(io::Result<Vec<u8>>),
    /// The input has ended.
    End,
    /// A search has answered.
    Answered,
}

/// Reads lines in a thread of its own, so that they are heard while others wait; it ends with the input, an error the last.
fn listen(input: impl Read + Send + 'static, tell: SyncSender<Event>) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let mut line = Vec::new();
            let event = match read_line(&mut input, LONGEST_LINE, &mut line) {
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

/// Takes the next line, `Some(None)` at the end; `None` if none comes soon and somebody is in haste.
///
/// # Errors
/// The input cannot be read.
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

/// Tells whether a session that begins with a line is in XBoard's protocol.
fn is_xboard(line: &[u8]) -> bool {
    line.trim_ascii() == b"xboard"
}

/// Follows a line; breaks off at `quit`.
///
/// # Errors
/// A closed output.
fn follow<W: Write + Send + 'static>(
    session: &mut Session<W>,
    line: &[u8],
    language: Language,
) -> Result<ControlFlow<()>, Failure> {
    let Heard { command, remarks } = read(line);
    for remark in remarks {
        session.say(&Reply::Error(remark.message(language)))?;
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

/// Tells whether a line is heard whatever the engine does.
fn is_heard_at_once(line: &[u8]) -> bool {
    matches!(
        read(line).command,
        Ok(None | Some(Command::Uci | Command::IsReady | Command::Stop | Command::PonderHit | Command::Quit))
    )
}

/// Tells whether a line, readable or not, is meant to say a position.
fn is_position(line: &[u8]) -> bool {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) == Some(b"position")
}

fn read(line: &[u8]) -> Heard {
    let refused = |error| Heard { command: Err(error), remarks: Vec::new() };
    let line = input::without_break(line);
    if line.len() > LONGEST_LINE {
        let en = format!("no line is longer than {LONGEST_LINE} bytes");
        let fr = format!("aucune ligne ne dépasse {LONGEST_LINE} octets");
        return refused(TextError::new("", LONGEST_LINE, Problem::new(en, fr)));
    }
    input::text(line).map_or_else(refused, Command::read)
}
