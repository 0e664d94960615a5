use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_pgn::{Game, ReadError, Reader, SyntaxError};
use entourage_registry::Registry;
use entourage_scoresheet::{Fault, FaultKind, Sheet, Style};

use crate::arguments::RecordFile;
use crate::definition;
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

/// Bounds the files with games that the records of one file may name.
const MOST_TEXTS: usize = 64;

/// Finds the games that records name: those of the house, texts that come with the program, and files.
///
/// A file is looked for beside the record, and then in the folder that somebody named. A record comes from anywhere, so that it reaches
/// no file elsewhere.
pub struct Shelf<'r> {
    registry: &'r Registry,
    folders: Vec<PathBuf>,
    /// What is wrong with each file that was named, if anything is.
    read: RefCell<BTreeMap<String, Option<Problem>>>,
}

impl<'r> Shelf<'r> {
    /// Makes a shelf for the records of a file, with the games of a folder, if one is named, by their names.
    ///
    /// # Errors
    /// A folder that cannot be read, or a game in it with errors or a name that another one has.
    pub fn new(
        registry: &'r Registry,
        record: &Path,
        games: Option<&Path>,
        language: Language,
    ) -> Result<Self, Failure> {
        if let Some(folder) = games {
            definition::offer(registry, folder, language)?;
        }
        // Standard input stands beside nothing.
        let beside = (record != Path::new("-")).then(|| match record.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        });
        let folders = beside.into_iter().chain(games.map(Path::to_owned)).collect();
        Ok(Self { registry, folders, read: RefCell::default() })
    }

    /// Plays a record under its rules.
    ///
    /// # Errors
    /// The file of a game that it names cannot be read, or holds none; and all faults of the record.
    pub fn played(&self, game: &Game, style: Style) -> Result<Sheet, Fault> {
        let spec = game.tag("Game").unwrap_or_default();
        let name = spec.split_once(':').map_or(spec, |(name, _)| name);
        if !name.ends_with(definition::ENDING) {
            definition::offer_shipped(self.registry, name);
        } else if let Some(problem) = self.problem(name) {
            let place = game.tags.iter().find(|tag| tag.name == "Game").map_or(game.place, |tag| tag.place);
            return Err(Fault { kind: FaultKind::Game, place, problem });
        }
        Sheet::read(self.registry, game, style)
    }

    /// Offers the game of a file by its name, once, and says what is wrong with it, if anything is.
    fn problem(&self, name: &str) -> Option<Problem> {
        let mut read = self.read.borrow_mut();
        if let Some(known) = read.get(name) {
            return known.clone();
        }
        if read.len() == MOST_TEXTS {
            return Some(Problem::new(
                format!("the records of one file name at most {MOST_TEXTS} games in files"),
                format!("les parties d'un fichier nomment au plus {MOST_TEXTS} jeux dans des fichiers"),
            ));
        }
        let problem = self.offer(name).err();
        read.insert(name.to_owned(), problem.clone());
        problem
    }

    /// Reads the file of a game and offers it by its name.
    fn offer(&self, name: &str) -> Result<(), Problem> {
        let is_down = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let is_inside = Path::new(name).components().all(is_down);
        if !is_inside {
            return Err(Problem::new(
                format!("\"{name}\" lies outside the record's folder; --games names another one"),
                format!(
                    "«\u{a0}{name}\u{a0}» se trouve hors du dossier de la partie\u{a0}; --games en nomme un autre"
                ),
            ));
        }
        let found = self.folders.iter().find_map(|folder| inside(folder, name));
        let Some(file) = found else {
            return Err(Problem::new(
                format!("no file {name} is beside the record; --games names another folder"),
                format!("aucun fichier {name} n'est à côté de la partie\u{a0}; --games nomme un autre dossier"),
            ));
        };
        let told = |failure| match failure {
            Failure::Wrong(problem) => problem,
            Failure::Told | Failure::Closed => {
                Problem::new("the game cannot be read", "le jeu ne peut être lu")
            }
        };
        definition::offer_file(self.registry, name, &file).map_err(told)
    }
}

/// Returns a file of a folder, unless a link leads out of it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let (folder, file) = (folder.canonicalize().ok()?, folder.join(name));
    let found = file.canonicalize().ok()?;
    (found.starts_with(folder) && found.is_file()).then_some(file)
}
