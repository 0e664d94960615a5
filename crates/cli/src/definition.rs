//! Games that are written as text, by the names of their files.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use entourage_definition::{Library, MOST_BYTES, Report, Severity, Shipped, Source, check};
use entourage_kernel::{Language, Problem};
use entourage_registry::{DefinitionError, Registry, TextDefinition};

use crate::failure::Failure;

/// Bounds the games of a folder.
const MOST_GAMES: usize = 64;

/// How the name of a file ends that holds a game.
pub const ENDING: &str = ".game";

/// Finds the games that a text is like: beside its file first, then among those that come with the program.
struct Beside(PathBuf);

impl Beside {
    /// Names the file that holds a game.
    fn file(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}{ENDING}"))
    }
}

impl Library for Beside {
    fn find(&self, id: &str) -> Option<Source> {
        let file = self.file(id);
        if !file.exists() {
            return Shipped.find(id);
        }
        text(&file).ok().map(|text| Source::new(file.display().to_string(), text))
    }

    fn fault(&self, id: &str) -> Option<Problem> {
        let file = self.file(id);
        if file.exists() { text(&file).err()?.into_problem() } else { None }
    }

    fn names(&self) -> Vec<String> {
        Shipped.names()
    }
}

/// Tells whether a game to be like is known: beside here, or among those that come with the program.
pub fn knows(id: &str) -> bool {
    Beside(PathBuf::new()).find(id).is_some()
}

/// Lists the games that come with the program.
pub fn names() -> Vec<String> {
    Shipped.names()
}

/// Reads a file that may hold a game.
///
/// # Errors
/// A file that cannot be read, is too long or holds no text.
pub fn text(file: &Path) -> Result<String, Failure> {
    let text = bounded_text(file, MOST_BYTES)?;
    if text.len() > MOST_BYTES {
        let en = format!("a definition has at most {MOST_BYTES} bytes");
        let fr = format!("une définition a au plus {MOST_BYTES} octets");
        return Err(Failure::about(&file.display().to_string(), en, fr));
    }
    Ok(text)
}

/// Reads a file that holds text, but of one longer than `most` bytes only so much as shows that it is.
///
/// The sign with which some programs begin what they write in UTF-8 is no part of the text.
///
/// # Errors
/// A file that cannot be read or holds no text; of the latter with the place.
pub fn bounded_text(file: &Path, most: usize) -> Result<String, Failure> {
    let unread = |error: io::Error| Failure::at(&file.display().to_string(), error.to_string());
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(unread)?;
    opened.take(most as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..'\u{feff}'.len_utf8());
    }
    String::from_utf8(bytes).or_else(|error| {
        let (valid, is_cut) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        let mut bytes = error.into_bytes();
        // A file that is too long may be cut within a letter.
        let is_long = bytes.len() > most && is_cut;
        bytes.truncate(valid);
        let read = String::from_utf8(bytes).unwrap_or_default();
        if is_long { Ok(read) } else { Err(no_text(file, &read)) }
    })
}

/// Makes the failure of a file that is no text behind what was read of it.
fn no_text(file: &Path, read: &str) -> Failure {
    let (line, column) =
        (read.matches('\n').count() + 1, read.rsplit('\n').next().unwrap_or("").chars().count() + 1);
    Failure::about(
        &format!("{}:{line}:{column}", file.display()),
        "this sign is not written in UTF-8: save the file again with the encoding UTF-8",
        "ce signe n'est pas écrit en UTF-8\u{a0}: enregistrez de nouveau le fichier avec l'encodage UTF-8",
    )
}

/// Reads and checks a file that holds a game.
///
/// # Errors
/// A file that cannot be read.
pub fn report(file: &Path) -> Result<Report, Failure> {
    Ok(report_of(file, text(file)?))
}

/// Reads and checks a text as if a file held it.
pub fn report_of(file: &Path, text: String) -> Report {
    let source = Source::new(file.display().to_string(), text);
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    check(source, &Beside(folder))
}

/// Splits a game of a file into the file and its options; nothing if it is no file of a text.
pub fn file(game: &str) -> Option<(&str, &str)> {
    let end = game.find(&format!("{ENDING}:")).map(|at| at + ENDING.len());
    let end = end.or_else(|| game.ends_with(ENDING).then_some(game.len()))?;
    let (file, options) = game.split_at(end);
    Some((file, options.strip_prefix(':').unwrap_or(options)))
}

/// Returns the texts of a game, its own first, if it is written as text, and its options.
///
/// # Errors
/// A file that cannot be read.
pub fn texts<'g>(registry: &Registry, game: &'g str) -> Result<(Vec<String>, &'g str), Failure> {
    if let Some((path, options)) = file(game) {
        let sources = report(Path::new(path))?.sources;
        return Ok((sources.into_iter().map(|source| source.text).collect(), options));
    }
    let (name, options) = game.split_once(':').unwrap_or((game, ""));
    let definition = registry.definition_of(name);
    let texts = definition.map(|definition| TextDefinition::texts(definition.as_ref()));
    Ok((texts.unwrap_or_default(), options))
}

/// Returns the spec by which the registry knows a game; one that names a file is read, checked and added first.
///
/// # Errors
/// A file that cannot be read, or the first error in it.
pub fn spec<'s>(registry: &Registry, spec: &'s str) -> Result<Cow<'s, str>, Failure> {
    let Some((path, _)) = file(spec) else { return Ok(Cow::Borrowed(spec)) };
    let Some(definition) = sound(Path::new(path), "GAME")? else { return Ok(Cow::Borrowed(spec)) };
    let hash = registry.add(definition).map_err(|error| Failure::at("GAME", error.to_string()))?;
    Ok(Cow::Owned(format!("{hash}{}", &spec[path.len()..])))
}

/// Reads, checks and makes the game of a file; `part` is where the file was named.
///
/// # Errors
/// A file that cannot be read, or the first error in it.
fn sound(file: &Path, part: &str) -> Result<Option<Arc<TextDefinition>>, Failure> {
    let report = report(file)?;
    let first = report.diagnostics.iter().find(|fault| fault.severity == Severity::Error);
    if let Some(fault) = first {
        let shown = file.display().to_string();
        let named = |language: Language| {
            let source = report.sources.get(usize::from(fault.span.file));
            let name = source.map_or(shown.as_str(), |source| source.name.as_str());
            format!("{name}:{}:{}: {}", fault.span.line, fault.span.column, fault.problem.get(language))
        };
        return Err(Failure::about(part, named(Language::English), named(Language::French)));
    }
    Ok(TextDefinition::new(report).map(Arc::new))
}

/// Offers the game of a file by a name, unless it is taken.
///
/// # Errors
/// A file that cannot be read, or the first error in it.
pub fn offer_file(registry: &Registry, name: &str, file: &Path) -> Result<(), Failure> {
    if let Some(definition) = sound(file, "Game")? {
        registry.offer(name, definition).map_err(|error| Failure::at("Game", error.to_string()))?;
    }
    Ok(())
}

/// Offers every game of a folder by its name; every fault of those that do not check is told on standard error.
///
/// A text that comes with the program, and says what a game of the house plays, is passed over: the house plays it.
///
/// # Errors
/// A folder that cannot be read or holds too many games, a game with errors, or one that is called as another.
pub fn offer(registry: &Registry, folder: &Path, language: Language) -> Result<(), Failure> {
    let mut is_sound = true;
    for file in files(folder)? {
        let shown = file.display().to_string();
        let report = report(&file)?;
        let mut told = io::stderr();
        for fault in report.diagnostics.iter().filter(|fault| fault.severity == Severity::Error) {
            writeln!(told, "{}", fault.render(&report.sources, language))?;
        }
        let text = report.sources.first().map(|source| source.text.clone()).unwrap_or_default();
        let Some(definition) = TextDefinition::new(report) else {
            is_sound = false;
            continue;
        };
        let name = definition.name().to_owned();
        let is_shipped = Shipped.find(&name).is_some_and(|shipped| shipped.text == text);
        if is_shipped && registry.games().contains(&name.as_str()) {
            continue;
        }
        registry.offer(&name, Arc::new(definition)).map_err(|error| match error {
            DefinitionError::Taken { name } => Failure::about(
                &shown,
                format!("another game is called {name}; give this one a name of its own"),
                format!("un autre jeu s'appelle {name}\u{a0}; donnez à celui-ci un nom à lui"),
            ),
            error => Failure::at(&shown, error.to_string()),
        })?;
    }
    if is_sound { Ok(()) } else { Err(Failure::Told) }
}

/// Offers a game written as text that comes with the program by its name, unless a game of that name is known.
pub fn offer_shipped(registry: &Registry, name: &str) {
    if registry.games().contains(&name) || registry.definition_of(name).is_some() {
        return;
    }
    let definition = Shipped.find(name).and_then(|source| TextDefinition::new(check(source, &Shipped)));
    if let Some(definition) = definition {
        // A name that is taken stays with who has it.
        let _ = registry.offer(name, Arc::new(definition));
    }
}

/// Lists the files of a folder that hold games, in the order of the alphabet.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let part = format!("--games: {}", folder.display());
    let unread = |error: io::Error| Failure::at(&part, error.to_string());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let is_game = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING));
        if is_game && path.is_file() {
            found.push(path);
        }
        if found.len() > MOST_GAMES {
            let en = format!("a folder has at most {MOST_GAMES} games");
            let fr = format!("un dossier a au plus {MOST_GAMES} jeux");
            return Err(Failure::about(&part, en, fr));
        }
    }
    found.sort();
    Ok(found)
}
