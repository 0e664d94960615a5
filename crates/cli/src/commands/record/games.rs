use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_pgn::{Game, Item, ReadError, Reader, SyntaxError, Termination};
use entourage_registry::Registry;
use entourage_scoresheet::{Fault, FaultKind, Sheet, Style, use_shipped};
use serde::Serialize;

use crate::arguments::RecordFile;
use crate::commands::variation::write_json;
use crate::failure::{Console, Failure, Outcome, one_line, pick, shortened};
use crate::{definition, input};

const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

pub struct Games {
    /// The location in errors.
    part: &'static str,
    reader: Reader<Box<dyn BufRead>>,
    size: Option<u64>,
    last_progress: Instant,
}

#[derive(Clone, Copy)]
pub struct Place {
    pub game: u64,
    pub place: entourage_pgn::Place,
}

impl Games {
    pub fn open(part: &'static str, file: &Path) -> Outcome<Self> {
        let (input, size) = input::source(part, file)?;
        Ok(Self { part, reader: Reader::new(input), size, last_progress: Instant::now() })
    }

    pub fn number(&self) -> u64 {
        self.reader.games()
    }

    /// Returns how much of the file has been read; `None` if its size is unknown.
    pub fn percent(&self) -> Option<u64> {
        self.size.map(|size| 100 * self.reader.bytes() / size)
    }

    /// Reads the next game, and prints the progress on a terminal.
    pub fn next(&mut self) -> Outcome<Option<Result<Game, SyntaxError>>> {
        if self.last_progress.elapsed() >= PROGRESS_INTERVAL && io::stderr().is_terminal() {
            self.last_progress = Instant::now();
            let games = self.number();
            let part = self.percent().map(|percent| format!(", {percent} %")).unwrap_or_default();
            let games = counted(Language::English, games, "game", "games");
            let _ = writeln!(io::stderr(), "{games}{part}");
        }
        self.read()
    }

    pub fn read(&mut self) -> Outcome<Option<Result<Game, SyntaxError>>> {
        match self.reader.next() {
            None => Ok(None),
            Some(Ok(game)) => Ok(Some(Ok(game))),
            Some(Err(ReadError::Syntax(error))) => Ok(Some(Err(error))),
            Some(Err(ReadError::Input(error))) => Err(Failure::at(self.part, one_line(&error.to_string()))),
        }
    }
}

impl Place {
    pub fn line(self, problem: &Problem, language: Language) -> String {
        one_line(self.located(problem).get(language))
    }

    pub fn failure(self, problem: &Problem) -> Failure {
        Failure::Message(self.located(problem))
    }

    fn located(self, problem: &Problem) -> Problem {
        let entourage_pgn::Place { line, column } = self.place;
        let game = self.game;
        problem.clone().within(
            |why| format!("game {game}, line {line}, column {column}: {why}"),
            |why| format!("partie {game}, ligne {line}, colonne {column}\u{a0}: {why}"),
        )
    }
}

/// Maximum number of definition files that the records in a file can refer to.
const MAX_DEFINITIONS: usize = 64;

/// Finds the games that records refer to: built-in games, shipped definitions, and definition files.
///
/// Searches the record's folder, then the folder specified by `--games`. Records are untrusted and cannot refer to other files.
pub struct GameResolver<'r> {
    registry: &'r Registry,
    folders: Vec<PathBuf>,
    /// The files loaded so far, each with its error, if any.
    loaded: RefCell<BTreeMap<String, Option<Problem>>>,
}

impl<'r> GameResolver<'r> {
    pub fn new(
        registry: &'r Registry,
        record: &Path,
        games: Option<&Path>,
        language: Language,
    ) -> Outcome<Self> {
        if let Some(folder) = games {
            definition::offer(registry, folder, language)?;
        }
        // Standard input has no folder.
        let beside = (record != Path::new("-")).then(|| match record.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        });
        let folders = beside.into_iter().chain(games.map(Path::to_owned)).collect();
        Ok(Self { registry, folders, loaded: RefCell::default() })
    }

    pub fn played(&self, game: &mut Game, style: Style) -> Result<Sheet, Fault> {
        let spec = game.tag("Game").unwrap_or_default();
        let name = spec.split_once(':').map_or(spec, |(name, _)| name).to_owned();
        if !name.ends_with(definition::ENDING) {
            use_shipped(self.registry, game);
        } else if let Some(problem) = self.problem(&name) {
            let place = game.tags.iter().find(|tag| tag.name == "Game").map_or(game.place, |tag| tag.place);
            return Err(Fault { kind: FaultKind::Game, place, problem });
        }
        Sheet::read(self.registry, game, style)
    }

    /// Registers the definition in a file if this has not been tried before; returns the error, if any.
    fn problem(&self, name: &str) -> Option<Problem> {
        let mut loaded = self.loaded.borrow_mut();
        if let Some(known) = loaded.get(name) {
            return known.clone();
        }
        if loaded.len() == MAX_DEFINITIONS {
            return Some(Problem::new(
                format!("the records in a file can refer to at most {MAX_DEFINITIONS} definition files"),
                format!(
                    "les parties d'un fichier ne peuvent pas utiliser plus de {MAX_DEFINITIONS} fichiers de définition"
                ),
            ));
        }
        let problem = self.offer(name).err();
        loaded.insert(name.to_owned(), problem.clone());
        problem
    }

    fn offer(&self, name: &str) -> Result<(), Problem> {
        let is_down = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let is_inside = Path::new(name).components().all(is_down);
        if !is_inside {
            return Err(Problem::new(
                format!("\"{name}\" is outside the record's folder; use --games to add a folder"),
                format!(
                    "«\u{a0}{name}\u{a0}» est hors du dossier du fichier PGN\u{a0}; ajoutez un dossier avec --games"
                ),
            ));
        }
        let found = self.folders.iter().find_map(|folder| inside(folder, name));
        let Some(file) = found else {
            return Err(Problem::new(
                format!("there is no file \"{name}\" in the record's folder; use --games to add a folder"),
                format!(
                    "pas de fichier «\u{a0}{name}\u{a0}» dans le dossier du fichier PGN\u{a0}; ajoutez un dossier avec --games"
                ),
            ));
        };
        let problem = |failure| match failure {
            Failure::Message(problem) => problem,
            Failure::Reported | Failure::Closed => {
                Problem::new("cannot read the game", "impossible de lire le jeu")
            }
        };
        definition::offer_file(self.registry, name, &file).map_err(problem)
    }
}

/// Returns the path of a file in a folder; `None` if a symbolic link leads out of the folder.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let (folder, file) = (folder.canonicalize().ok()?, folder.join(name));
    let found = file.canonicalize().ok()?;
    (found.starts_with(folder) && found.is_file()).then_some(file)
}

const MAX_NAMES: usize = 1_000;

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    games: u64,
    faults: u64,
    moves: u64,
    longest: u64,
    longest_game: u64,
    variations: u64,
    comments: u64,
    /// Number of games by result, such as `1-0`.
    results: BTreeMap<&'static str, u64>,
    /// Number of games by the tag `Game`; the key is empty for games without the tag.
    by_game: BTreeMap<String, u64>,
    causes: BTreeMap<String, u64>,
}

impl Stats {
    fn count(&mut self, game: &Game) {
        let moves = game.main_line().count() as u64;
        self.moves += moves;
        if moves > self.longest {
            (self.longest, self.longest_game) = (moves, game.number);
        }
        for item in &game.items {
            match item {
                Item::Begin => self.variations += 1,
                Item::Comment(_) => self.comments += 1,
                _ => {}
            }
        }
        let mark = game.termination.map_or("", Termination::mark);
        *self.results.entry(mark).or_default() += 1;
        add(&mut self.by_game, game.tag("Game").unwrap_or_default());
        if let Some(cause) = game.tag("Cause") {
            add(&mut self.causes, cause);
        }
    }
}

/// Increments the count of a name, or of `…` if there are too many different names.
fn add(counts: &mut BTreeMap<String, u64>, name: &str) {
    let name = shortened(name);
    let is_known = counts.contains_key(&name) || counts.len() < MAX_NAMES;
    *counts.entry(if is_known { name } else { "…".to_owned() }).or_default() += 1;
}

pub fn run(console: &mut Console<'_>, file: &RecordFile, json: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let mut games = Games::open("FILE", &file.file)?;
    let mut stats = Stats::default();
    while let Some(read) = games.next()? {
        match read {
            Ok(game) => stats.count(&game),
            Err(_) => stats.faults += 1,
        }
    }
    stats.games = games.number();
    if json {
        return Ok(write_json(&stats, out)?);
    }
    let text = |en, fr| pick(language, en, fr);
    let rows = [
        (text("games", "parties"), stats.games),
        (text("invalid", "non valides"), stats.faults),
        (text("moves", "coups"), stats.moves),
        (text("longest game", "partie la plus longue"), stats.longest),
        (text("number of the longest game", "numéro de la plus longue"), stats.longest_game),
        (text("variations", "variantes"), stats.variations),
        (text("comments", "commentaires"), stats.comments),
    ];
    for (name, count) in rows {
        writeln!(out, "{name}: {count}")?;
    }
    let missing = text("none", "aucun");
    let results = stats.results.into_iter().map(|(mark, count)| (mark.to_owned(), count)).collect();
    for (title, counts) in [
        (text("result", "résultat"), results),
        (text("game", "jeu"), stats.by_game),
        (text("cause", "cause"), stats.causes),
    ] {
        for (name, count) in counts {
            let name = if name.is_empty() { missing } else { &name };
            writeln!(out, "{title} {}: {count}", one_line(name))?;
        }
    }
    Ok(())
}
