use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_pgn::{Game, ReadError, Reader, SyntaxError};

use crate::arguments::RecordFile;
use crate::failure::{Failure, one_line};

/// How long it is before progress is told, and told again.
const SILENCE: Duration = Duration::from_secs(5);

/// Reads the games of a file one by one, and tells whoever sits at a terminal how far it is if that takes long.
pub struct Games {
    reader: Reader<Box<dyn BufRead>>,
    /// The length of the file in bytes, where it has one.
    size: Option<u64>,
    told: Instant,
}

/// Says where in a file something is wrong.
#[derive(Clone, Copy)]
pub struct Place {
    /// Which game it is, from 1.
    pub game: u64,
    /// Where in the file.
    pub place: entourage_pgn::Place,
}

impl Games {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(file: &RecordFile) -> Result<Self, Failure> {
        let path = &file.file;
        let (input, size): (Box<dyn BufRead>, _) = if path == Path::new("-") {
            (Box::new(io::stdin().lock()), None)
        } else {
            let open = File::open(path).map_err(|error| {
                Failure::at("FILE", one_line(&format!("\"{}\" cannot be read: {error}", path.display())))
            })?;
            let size = open.metadata().ok().map(|known| known.len()).filter(|&size| size > 0);
            (Box::new(BufReader::with_capacity(1 << 16, open)), size)
        };
        Ok(Self { reader: Reader::new(input), size, told: Instant::now() })
    }

    /// Returns the number of the game read last.
    pub fn number(&self) -> u64 {
        self.reader.games()
    }

    /// Reads the next game; `None` at the end.
    ///
    /// # Errors
    /// The file cannot be read any further.
    pub fn next(&mut self) -> Result<Option<Result<Game, SyntaxError>>, Failure> {
        if self.told.elapsed() >= SILENCE && io::stderr().is_terminal() {
            self.told = Instant::now();
            let games = self.number();
            let part =
                self.size.map(|size| format!(", {} %", 100 * self.reader.bytes() / size)).unwrap_or_default();
            // Nobody may be looking.
            let games = counted(Language::English, games, "game", "games");
            let _ = writeln!(io::stderr(), "{games}{part}");
        }
        match self.reader.next() {
            None => Ok(None),
            Some(Ok(game)) => Ok(Some(Ok(game))),
            Some(Err(ReadError::Syntax(error))) => Ok(Some(Err(error))),
            Some(Err(ReadError::Input(error))) => Err(Failure::at("FILE", one_line(&error.to_string()))),
        }
    }
}

impl Place {
    /// Says in one line what is wrong there.
    pub fn line(self, problem: &Problem, language: Language) -> String {
        one_line(self.said(problem).get(language))
    }

    /// Makes the failure of a command that goes no further.
    pub fn failure(self, problem: &Problem) -> Failure {
        Failure::Wrong(self.said(problem))
    }

    fn said(self, problem: &Problem) -> Problem {
        let entourage_pgn::Place { line, column } = self.place;
        let game = self.game;
        problem.clone().within(
            |why| format!("game {game}, line {line}, column {column}: {why}"),
            |why| format!("partie {game}, ligne {line}, colonne {column}\u{a0}: {why}"),
        )
    }
}
