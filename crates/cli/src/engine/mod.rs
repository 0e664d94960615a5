//! Speaks the engine protocol for any game.

mod mate;
mod options;
mod session;
mod setting_up;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use entourage_kernel::{Language, Problem, TextError};
use entourage_protocol::{Command, Heard, LONGEST_LINE, Reply, read_line};
use entourage_registry::{AnyGame, Registry};

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
    let mut session = Session::new(registry, game, language, out)?;
    let lines = listen(input)?;
    let mut held: VecDeque<Vec<u8>> = VecDeque::new();
    let mut is_open = true;
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
        let Some(line) = next(&lines, !held.is_empty())? else { continue };
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

/// Reads lines in a thread of its own, so that they are heard while others wait; it ends with the input, an error the last.
fn listen(input: impl Read + Send + 'static) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (tell, lines) = sync_channel(MOST_HELD);
    thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let mut line = Vec::new();
            let told = match read_line(&mut input, LONGEST_LINE, &mut line) {
                Ok(true) => tell.send(Ok(line)),
                Ok(false) => return,
                Err(error) => return drop(tell.send(Err(error))),
            };
            if told.is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// Takes the next line, `Some(None)` at the end; `None` if none comes soon and somebody is in haste.
///
/// # Errors
/// The input cannot be read.
fn next(lines: &Receiver<io::Result<Vec<u8>>>, haste: bool) -> io::Result<Option<Option<Vec<u8>>>> {
    let line = if haste {
        lines.recv_timeout(GLANCE)
    } else {
        lines.recv().map_err(|_| RecvTimeoutError::Disconnected)
    };
    match line {
        Ok(line) => line.map(|line| Some(Some(line))),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Ok(Some(None)),
    }
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
