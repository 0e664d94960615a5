use std::io::{self, Write};
use std::path::{Path, PathBuf};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_server::{Config, DatabaseAddress, ServeError, Store, TransferError};

use crate::arguments::{Kept, Migrate};
use crate::failure::{Console, Failure, GAMES, Outcome, number_of, pick};

pub fn backup(console: &mut Console<'_>, file: &Path, kept: &Kept) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let copy = tempfile::tempdir()?;
    let directory = match address(kept, language)? {
        DatabaseAddress::Sqlite(directory) => directory,
        database @ DatabaseAddress::Postgres(_) => {
            if file.exists() {
                let exists = Problem::new("the file exists", "le fichier existe déjà");
                return Err(Failure::at(&file.display().to_string(), exists));
            }
            gather(&database, copy.path(), language)?
        }
    };
    let size = block_on(entourage_server::backup(&directory, file))?.map_err(|error| told(error, language))?;
    Ok(writeln!(out, "{} ({size} bytes)", file.display())?)
}

pub fn restore(console: &mut Console<'_>, file: &Path, kept: &Kept, replace: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let directory = match address(kept, language)? {
        DatabaseAddress::Sqlite(directory) => directory,
        database @ DatabaseAddress::Postgres(_) => {
            let copy = tempfile::tempdir()?;
            let directory = copy.path().join("data");
            let taken = block_on(entourage_server::restore(file, &directory, false))?;
            taken.map_err(|error| told(error, language))?;
            return transfer(out, &DatabaseAddress::Sqlite(directory), &database, language);
        }
    };
    let restored = block_on(entourage_server::restore(file, &directory, replace))?;
    let before = restored.map_err(|error| told(error, language))?;
    writeln!(out, "{}", directory.display())?;
    if let Some(before) = before {
        let kept = Problem::new("what was there is kept in ", "ce qui s'y trouvait est gardé dans ");
        writeln!(out, "{}{}", kept.get(language), before.display())?;
    }
    Ok(())
}

fn transfer(out: &mut dyn Write, from: &DatabaseAddress, to: &DatabaseAddress, language: Language) -> Outcome {
    let moved = block_on(entourage_server::transfer(from, to))?;
    let rows = moved.map_err(|error| failed(error, language))?;
    let en = format!("{} moved to {to}, and compared", counted(Language::English, rows, "row", "rows"));
    let fr = counted(Language::French, rows, "ligne déplacée et comparée", "lignes déplacées et comparées");
    Ok(writeln!(out, "{}", pick(language, en, format!("{fr} vers {to}")))?)
}

fn gather(database: &DatabaseAddress, below: &Path, language: Language) -> Outcome<PathBuf> {
    let directory = below.join("gathered");
    let moved = block_on(entourage_server::transfer(database, &DatabaseAddress::Sqlite(directory.clone())))?;
    moved.map_err(|error| failed(error, language))?;
    Ok(directory)
}

pub fn verify(console: &mut Console<'_>, file: Option<&Path>, kept: &Kept) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    // A copy is verified, so that it can be migrated first.
    let copy = tempfile::tempdir()?;
    let directory = copy.path().join("data");
    // Errors name the original, not the copy.
    let named = match file {
        Some(file) => file.to_owned(),
        None => match address(kept, language)? {
            DatabaseAddress::Sqlite(directory) => directory,
            database => gather(&database, copy.path(), language)?,
        }
        .join(Config::FILE),
    };
    let told = |error: ServeError| Failure::Wrong(error.named(&named).sentence(language).into());
    let looked = block_on(async {
        let restored = entourage_server::restore(&named, &directory, false).await;
        restored.map_err(|error| told(error.into()))?;
        let tell = |games: usize| {
            let _ = writeln!(io::stderr(), "{}", number_of(Language::English, games as u64, GAMES));
        };
        entourage_server::verify(&directory, registry, tell).await.map_err(told)
    })??;
    for fault in &looked.faults {
        writeln!(out, "{fault}")?;
    }
    let [games, events, others] = [looked.games, looked.events, looked.other_rules].map(|count| count as u64);
    let [games, others] = [games, others].map(|count| number_of(language, count, GAMES));
    let events = number_of(language, events, ["event", "events", "événement", "événements"]);
    let [colon, rules] =
        [pick(language, ";", "\u{a0};"), pick(language, "under other rules", "sous d'autres règles")];
    writeln!(out, "{games}, {events}{colon} {others} {rules}")?;
    out.flush()?;
    match looked.faults.len() {
        0 => Ok(()),
        1 => Err(Failure::wrong(
            "1 game does not come out as it was kept",
            "1 partie n'est pas ce qui a été conservé",
        )),
        faults => Err(Failure::wrong(
            format!("{faults} games do not come out as they were kept"),
            format!("{faults} parties ne sont pas ce qui a été conservé"),
        )),
    }
}

pub(super) fn address(kept: &Kept, language: Language) -> Outcome<DatabaseAddress> {
    if let Some(address) = &kept.database {
        return Ok(address.clone());
    }
    let config = Config { data: kept.data.clone(), ..Config::default() };
    config.data_directory().map(DatabaseAddress::Sqlite).map_err(|error| told(error, language))
}

pub(super) fn told(error: impl Into<ServeError>, language: Language) -> Failure {
    Failure::Wrong(error.into().sentence(language).into())
}

pub(super) fn block_on<T>(work: impl Future<Output = T>) -> Outcome<T> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work))
}

pub fn migrate(console: &mut Console<'_>, asked: &Migrate) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let Migrate { database, from, to } = asked;
    if let Some(address) = database {
        block_on(bring_up_to_date(address))?.map_err(|error| told(error, language))?;
        let done = Problem::new("the tables are up to date: ", "les tables sont à jour : ");
        writeln!(out, "{}{address}", done.get(language))?;
    }
    if let (Some(from), Some(to)) = (from, to) {
        transfer(out, from, to, language)?;
    }
    Ok(())
}

async fn bring_up_to_date(address: &DatabaseAddress) -> Result<(), entourage_server::ServeError> {
    match address {
        DatabaseAddress::Postgres(address) => {
            entourage_server::migrate(address).await?;
        }
        // Opening migrates it.
        DatabaseAddress::Sqlite(_) => Store::at(address).await?.close().await,
    }
    Ok(())
}

fn failed(error: TransferError, language: Language) -> Failure {
    Failure::Wrong(match error {
        TransferError::Open(error) => return told(error, language),
        TransferError::Occupied(place) => Problem::new(
            format!("something is kept in {place} already; name an empty database with --to"),
            format!("{place} contient déjà quelque chose ; nommez une base vide avec --to"),
        ),
        TransferError::Differs(table) => Problem::new(
            format!(
                "what arrived as {table} differs from what was sent; empty that database, and use the old one"
            ),
            format!(
                "ce qui est arrivé dans {table} diffère de ce qui a été envoyé ; videz cette base, et gardez l'ancienne"
            ),
        ),
    })
}
