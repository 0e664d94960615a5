use std::io;

use entourage_kernel::Problem;

/// Says why a match cannot be played.
#[derive(Debug)]
pub enum MatchError {
    /// A line of the record is damaged, or belongs to another match.
    Record {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Problem,
    },
    /// The record cannot be read or written, or another match is writing it.
    File(io::Error),
    /// An engine's program cannot be started, or does not speak the protocol.
    Engine {
        /// The program.
        program: String,
        /// What is wrong with it.
        problem: Problem,
    },
}

impl MatchError {
    /// Says in one clause what is wrong.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Record { line, problem: Problem { en, fr, .. } } => {
                Problem::new(format!("line {line}: {en}"), format!("ligne {line}\u{a0}: {fr}"))
            }
            Self::File(error) => error.to_string().into(),
            Self::Engine { program, problem: Problem { en, fr, .. } } => {
                Problem::new(format!("{program}: {en}"), format!("{program}\u{a0}: {fr}"))
            }
        }
    }
}

impl From<io::Error> for MatchError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}
