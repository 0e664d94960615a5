use std::io::{self, Write};
use std::path::{Path, PathBuf};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;
use entourage_server::{Config, DatabaseAddress, ServeError};

use super::migrate::failed;
use crate::failure::Failure;

/// Copies the games of a data directory, or of a database, into a file, as they stand at one moment.
///
/// # Errors
/// There are none, or the file exists or cannot be written.
pub fn backup(
    file: &Path,
    data: Option<&Path>,
    database: Option<&DatabaseAddress>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let copy = tempfile::tempdir()?;
    let directory = match database {
        Some(DatabaseAddress::Sqlite(directory)) => directory.clone(),
        Some(database) => {
            // Nothing is read that could not be written.
            if file.exists() {
                let exists = Problem::new("the file exists", "le fichier existe déjà");
                return Err(Failure::at(&file.display().to_string(), exists));
            }
            gather(database, copy.path(), language)?
        }
        None => directory(data, language)?,
    };
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

/// Puts a backup into a database that holds nothing yet.
///
/// # Errors
/// It is none, or the database cannot be used or holds something.
pub fn restore_into(
    file: &Path,
    database: &DatabaseAddress,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if let DatabaseAddress::Sqlite(directory) = database {
        return restore(file, Some(directory), false, language, out);
    }
    let copy = tempfile::tempdir()?;
    let directory = copy.path().join("data");
    let taken = block_on(entourage_server::restore(file, &directory, false))?;
    taken.map_err(|error| told(error, language))?;
    let moved = block_on(entourage_server::transfer(&DatabaseAddress::Sqlite(directory), database))?;
    let rows = moved.map_err(|error| failed(error, language))?;
    match language {
        Language::English => {
            writeln!(out, "{} moved to {database}, and compared", counted(language, rows, "row", "rows"))?
        }
        Language::French => writeln!(
            out,
            "{} vers {database}",
            counted(language, rows, "ligne déplacée et comparée", "lignes déplacées et comparées")
        )?,
    }
    Ok(())
}

/// Copies a database into a data directory below a folder, as it stands at one moment.
fn gather(database: &DatabaseAddress, below: &Path, language: Language) -> Result<PathBuf, Failure> {
    let directory = below.join("gathered");
    let moved = block_on(entourage_server::transfer(database, &DatabaseAddress::Sqlite(directory.clone())))?;
    moved.map_err(|error| failed(error, language))?;
    Ok(directory)
}

/// What is looked through: a backup, a data directory, or a database; the user's data directory where none is named.
pub struct Named<'n> {
    /// A backup.
    pub file: Option<&'n Path>,
    /// A data directory.
    pub data: Option<&'n Path>,
    /// A database.
    pub database: Option<&'n DatabaseAddress>,
}

/// Plays every game of a data directory, a backup or a database again.
///
/// # Errors
/// They cannot be read, or a game does not come out as it was kept.
pub fn verify(
    registry: &Registry,
    asked: Named<'_>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    // What is looked through is a copy of its own, which may be brought up to date.
    let copy = tempfile::tempdir()?;
    let directory = copy.path().join("data");
    // Faults are told of what was named.
    let named = match asked {
        Named { file: Some(file), .. } => file.to_owned(),
        Named { database: Some(DatabaseAddress::Sqlite(directory)), .. } => directory.join(Config::FILE),
        Named { database: Some(database), .. } => gather(database, copy.path(), language)?.join(Config::FILE),
        Named { data, .. } => self::directory(data, language)?.join(Config::FILE),
    };
    let told = |error: ServeError| Failure::Wrong(error.named(&named).sentence(language).into());
    let looked = block_on(async {
        let restored = entourage_server::restore(&named, &directory, false).await;
        restored.map_err(|error| told(error.into()))?;
        let tell = |games: usize| {
            // Nobody may be looking.
            let _ = writeln!(io::stderr(), "{}", counted(Language::English, games as u64, "game", "games"));
        };
        entourage_server::verify(&directory, registry, tell).await.map_err(told)
    })??;
    for fault in &looked.faults {
        writeln!(out, "{fault}")?;
    }
    let [games, events, others] = [looked.games, looked.events, looked.other_rules].map(|count| count as u64);
    match language {
        Language::English => writeln!(
            out,
            "{}, {}; {} under other rules",
            counted(language, games, "game", "games"),
            counted(language, events, "event", "events"),
            counted(language, others, "game", "games")
        )?,
        Language::French => writeln!(
            out,
            "{}, {}\u{a0}; {} sous d'autres règles",
            counted(language, games, "partie", "parties"),
            counted(language, events, "événement", "événements"),
            counted(language, others, "partie", "parties")
        )?,
    }
    match looked.faults.len() {
        0 => Ok(()),
        1 => {
            out.flush()?;
            Err(Failure::Wrong(Problem::new(
                "1 game does not come out as it was kept",
                "1 partie n'est pas ce qui a été conservé",
            )))
        }
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
