use std::borrow::Cow;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use entourage_definition::{Library, MAX_BYTES, Report, Severity, Shipped, Source, check};
use entourage_kernel::{Language, Problem};
use entourage_registry::{DefinitionError, Registry, TextDefinition};

use crate::failure::{Failure, Outcome};

const MAX_GAMES: usize = 64;

pub const ENDING: &str = ".game";

/// Finds base definitions in the folder of the definition file, then among the shipped definitions.
struct FolderLibrary(PathBuf);

impl FolderLibrary {
    fn file(&self, id: &str) -> PathBuf {
        self.0.join(format!("{id}{ENDING}"))
    }
}

impl Library for FolderLibrary {
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

pub fn knows(id: &str) -> bool {
    FolderLibrary(PathBuf::new()).find(id).is_some()
}

pub fn names() -> Vec<String> {
    Shipped.names()
}

pub fn text(file: &Path) -> Outcome<String> {
    let text = bounded_text(file, MAX_BYTES)?;
    if text.len() > MAX_BYTES {
        let en = format!("a game definition can have at most {MAX_BYTES} bytes");
        let fr = format!("une définition ne peut pas dépasser {MAX_BYTES} octets");
        return Err(Failure::about(&file.display().to_string(), en, fr));
    }
    Ok(text)
}

/// Reads a text file without its byte order mark; of a longer file, reads only slightly more than `max` bytes.
pub fn bounded_text(file: &Path, max: usize) -> Outcome<String> {
    let unread = |error: io::Error| Failure::at(&file.display().to_string(), error.to_string());
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(unread)?;
    // The margin is larger than a byte order mark and an incomplete last character, which are removed.
    opened.take(max as u64 + 8).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..'\u{feff}'.len_utf8());
    }
    String::from_utf8(bytes).or_else(|error| {
        let (valid, is_cut) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        let mut bytes = error.into_bytes();
        // The end of the prefix can split a character.
        let is_long = bytes.len() > max && is_cut;
        bytes.truncate(valid);
        let read = String::from_utf8(bytes).unwrap_or_default();
        if is_long { Ok(read) } else { Err(invalid_utf8(file, &read)) }
    })
}

/// Creates the error for a file with invalid UTF-8 after the valid text `read`.
fn invalid_utf8(file: &Path, read: &str) -> Failure {
    let (line, column) =
        (read.matches('\n').count() + 1, read.rsplit('\n').next().unwrap_or("").chars().count() + 1);
    let en = "invalid UTF-8; save the file as UTF-8";
    let fr = "UTF-8 non valide\u{a0}; enregistrez le fichier en UTF-8";
    Failure::about(&format!("{}:{line}:{column}", file.display()), en, fr)
}

pub fn report(file: &Path) -> Outcome<Report> {
    Ok(report_of(file, text(file)?))
}

pub fn report_of(file: &Path, text: String) -> Report {
    let source = Source::new(file.display().to_string(), text);
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    check(source, &FolderLibrary(folder))
}

pub fn file(game: &str) -> Option<(&str, &str)> {
    let end = game.find(&format!("{ENDING}:")).map(|at| at + ENDING.len());
    let end = end.or_else(|| game.ends_with(ENDING).then_some(game.len()))?;
    let (file, options) = game.split_at(end);
    Some((file, options.strip_prefix(':').unwrap_or(options)))
}

/// Returns the sources of a game's definition and of its base definitions (none for a built-in game), and the game's options.
pub fn texts<'g>(registry: &Registry, game: &'g str) -> Result<(Vec<String>, &'g str), Failure> {
    if let Some((path, options)) = file(game) {
        let sources = report(Path::new(path))?.sources;
        return Ok((sources.into_iter().map(|source| source.text).collect(), options));
    }
    let (name, options) = game.split_once(':').unwrap_or((game, ""));
    offer_shipped(registry, game);
    let definition = registry.definition_of(name);
    let texts = definition.map(|definition| TextDefinition::texts(definition.as_ref()));
    Ok((texts.unwrap_or_default(), options))
}

/// Returns the spec by which the registry finds a game; registers the definition first if `spec` is the path of a file or
/// names a shipped definition.
pub fn spec<'s>(registry: &Registry, spec: &'s str) -> Result<Cow<'s, str>, Failure> {
    let Some((path, _)) = file(spec) else {
        offer_shipped(registry, spec);
        return Ok(Cow::Borrowed(spec));
    };
    let Some(definition) = load(Path::new(path), "GAME")? else { return Ok(Cow::Borrowed(spec)) };
    let hash = registry.add(definition).map_err(|error| Failure::at("GAME", error.to_string()))?;
    Ok(Cow::Owned(format!("{hash}{}", &spec[path.len()..])))
}

/// Registers the shipped definition that a spec names, unless there is a game with this name.
pub fn offer_shipped(registry: &Registry, spec: &str) {
    let name = spec.split(':').next().unwrap_or(spec);
    if registry.games().contains(&name) || registry.definition_of(name).is_some() {
        return;
    }
    if let Some(definition) = Shipped.find(name).and_then(|source| TextDefinition::new(check(source, &Shipped)))
    {
        // Another thread can have registered it in the meantime.
        let _ = registry.offer(name, Arc::new(definition));
    }
}

fn load(file: &Path, part: &str) -> Outcome<Option<Arc<TextDefinition>>> {
    let report = report(file)?;
    let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
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

pub fn offer_file(registry: &Registry, name: &str, file: &Path) -> Outcome {
    if let Some(definition) = load(file, "Game")? {
        registry.offer(name, definition).map_err(|error| Failure::at("Game", error.to_string()))?;
    }
    Ok(())
}

/// Registers the definition in a file by its own name, and returns that name; empty if the file contains no game.
pub fn offer_by_own_name(registry: &Registry, file: &Path) -> Outcome<String> {
    let Some(definition) = load(file, "GAME")? else { return Ok(String::new()) };
    let name = definition.name().to_owned();
    registry.offer(&name, definition).map_err(|error| Failure::at("GAME", error.to_string()))?;
    Ok(name)
}

/// Registers every definition in a folder by name, and prints errors. Shipped definitions of built-in games are skipped.
pub fn offer(registry: &Registry, folder: &Path, language: Language) -> Outcome {
    let mut is_valid = true;
    for file in files(folder)? {
        let shown = file.display().to_string();
        let report = report(&file)?;
        let mut errors = io::stderr();
        for fault in report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
            writeln!(errors, "{}", fault.render(&report.sources, language))?;
        }
        let text = report.sources.first().map(|source| source.text.clone()).unwrap_or_default();
        let Some(definition) = TextDefinition::new(report) else {
            is_valid = false;
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
                format!("there is already a game named {name}; rename this one"),
                format!("il existe déjà un jeu nommé {name}\u{a0}; renommez celui-ci"),
            ),
            error => Failure::at(&shown, error.to_string()),
        })?;
    }
    if is_valid { Ok(()) } else { Err(Failure::Reported) }
}

fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let part = format!("--games: {}", folder.display());
    let unread = |error: io::Error| Failure::at(&part, error.to_string());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let is_game = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING));
        if is_game && path.is_file() {
            found.push(path);
        }
        if found.len() > MAX_GAMES {
            let en = format!("the folder contains more than {MAX_GAMES} game definitions");
            let fr = format!("le dossier contient plus de {MAX_GAMES} définitions de jeu");
            return Err(Failure::about(&part, en, fr));
        }
    }
    found.sort();
    Ok(found)
}
