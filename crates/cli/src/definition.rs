//! Games that are written as text, by the names of their files.

use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use entourage_definition::{Library, MOST_BYTES, Report, Shipped, Source, check};
use entourage_kernel::{Language, Problem};
use entourage_registry::{Registry, TextDefinition};

use crate::failure::Failure;

/// How the name of a file ends that holds a game.
pub const ENDING: &str = ".game";

/// Finds the games that a text is like: beside its file first, then among those that come with the program.
struct Beside(PathBuf);

impl Library for Beside {
    fn find(&self, id: &str) -> Option<Source> {
        let file = self.0.join(format!("{id}{ENDING}"));
        let found = text(&file).ok().map(|text| Source::new(file.display().to_string(), text));
        found.or_else(|| Shipped.find(id))
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
    let part = file.display().to_string();
    let unread = |error: std::io::Error| Failure::at(&part, error.to_string());
    let mut text = String::new();
    fs::File::open(file)
        .map_err(unread)?
        .take(MOST_BYTES as u64 + 1)
        .read_to_string(&mut text)
        .map_err(unread)?;
    if text.len() > MOST_BYTES {
        let en = format!("a definition has at most {MOST_BYTES} bytes");
        let fr = format!("une définition a au plus {MOST_BYTES} octets");
        return Err(Failure::at(&part, Problem::new(en, fr)));
    }
    Ok(text)
}

/// Reads and checks a file that holds a game.
///
/// # Errors
/// A file that cannot be read.
pub fn report(file: &Path) -> Result<Report, Failure> {
    let source = Source::new(file.display().to_string(), text(file)?);
    let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    Ok(check(source, &Beside(folder)))
}

/// Returns the spec by which the registry knows a game; one that names a file is read, checked and added first.
///
/// # Errors
/// A file that cannot be read, or the first error in it.
pub fn spec<'s>(registry: &Registry, spec: &'s str) -> Result<Cow<'s, str>, Failure> {
    let end = spec.find(&format!("{ENDING}:")).map(|at| at + ENDING.len());
    let end = end.or_else(|| spec.ends_with(ENDING).then_some(spec.len()));
    let Some((file, options)) = end.map(|end| spec.split_at(end)) else { return Ok(Cow::Borrowed(spec)) };
    let report = report(Path::new(file))?;
    let first = report.diagnostics.iter().find(|fault| fault.severity == entourage_definition::Severity::Error);
    if let Some(fault) = first {
        let named = |language: Language| {
            let name =
                report.sources.get(usize::from(fault.span.file)).map_or(file, |source| source.name.as_str());
            format!("{name}:{}:{}: {}", fault.span.line, fault.span.column, fault.problem.get(language))
        };
        return Err(Failure::at("GAME", Problem::new(named(Language::English), named(Language::French))));
    }
    let definition = TextDefinition::new(report).map(Arc::new);
    let Some(definition) = definition else { return Ok(Cow::Borrowed(spec)) };
    let hash = registry.add(definition).map_err(|error| Failure::at("GAME", error.to_string()))?;
    Ok(Cow::Owned(format!("{hash}{options}")))
}
