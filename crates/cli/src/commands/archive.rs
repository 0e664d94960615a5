use std::io::{self, Write};
use std::path::{Path, PathBuf};

use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;
use entourage_server::{Config, ServeError};

use crate::failure::Failure;

/// Copies the games of a data directory into a file.
///
/// # Errors
/// There are none, or the file exists or cannot be written.
pub fn backup(
    file: &Path,
    data: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let directory = directory(data, language)?;
    let size = block_on(entourage_server::backup(&directory, file))?.map_err(|error| told(error, language))?;
    Ok(writeln!(out, "{} ({size} bytes)", file.display())?)
}

/// Puts a backup in the place of a data directory's games.
///
/// # Errors
/// It is none, or the directory is in use or holds games that are not to be replaced.
pub fn restore(
    file: &Path,
    data: Option<&Path>,
    replace: bool,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let directory = directory(data, language)?;
    let restored = block_on(entourage_server::restore(file, &directory, replace))?;
    let before = restored.map_err(|error| told(error, language))?;
    writeln!(out, "{}", directory.display())?;
    if let Some(before) = before {
        let kept = Problem::new("what was there is kept in ", "ce qui s'y trouvait est gardé dans ");
        writeln!(out, "{}{}", kept.get(language), before.display())?;
    }
    Ok(())
}

/// Plays every game of a data directory or a backup again.
///
/// # Errors
/// They cannot be read, or a game does not come out as it was kept.
pub fn verify(
    registry: &Registry,
    file: Option<&Path>,
    data: Option<&Path>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // What is looked through is a copy of its own, which may be brought up to date.
    let copy = tempfile::tempdir()?;
    let directory = copy.path().join("data");
    // Faults are told of what was named.
    let named = match file {
        Some(file) => file.to_owned(),
        None => self::directory(data, language)?.join(Config::FILE),
    };
    let told = |error: ServeError| Failure::Wrong(error.named(&named).sentence(language).into());
    let looked = block_on(async {
        let restored = entourage_server::restore(&named, &directory, false).await;
        restored.map_err(|error| told(error.into()))?;
        let tell = |games| {
            // Nobody may be looking.
            let _ = writeln!(io::stderr(), "{games} games");
        };
        entourage_server::verify(&directory, registry, tell).await.map_err(told)
    })??;
    for fault in &looked.faults {
        writeln!(out, "{fault}")?;
    }
    let (games, events, others) = (looked.games, looked.events, looked.other_rules);
    match language {
        Language::English => writeln!(out, "{games} games, {events} events; {others} games under other rules")?,
        Language::French => {
            writeln!(out, "{games} parties, {events} événements ; {others} parties sous d'autres règles")?
        }
    }
    match looked.faults.len() {
        0 => Ok(()),
        faults => {
            out.flush()?;
            Err(Failure::Wrong(Problem::new(
                format!("{faults} games do not come out as they were kept"),
                format!("{faults} parties ne sont pas ce qui a été conservé"),
            )))
        }
    }
}

pub(super) fn directory(data: Option<&Path>, language: Language) -> Result<PathBuf, Failure> {
    let config = Config { data: data.map(Path::to_owned), ..Config::default() };
    config.data_directory().map_err(|error| Failure::Wrong(error.sentence(language).into()))
}

pub(super) fn told(error: impl Into<ServeError>, language: Language) -> Failure {
    Failure::Wrong(error.into().sentence(language).into())
}

pub(super) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work))
}
