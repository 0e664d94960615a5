use std::io::{self, Write};
use std::path::{Path, PathBuf};

use entourage_kernel::sentence::counted;
use entourage_kernel::{Language, Problem};
use entourage_server::{Config, DatabaseAddress, GameId, ServeError, Store, TransferError, Verification};

use crate::arguments::{Migrate, Storage};
use crate::failure::{Console, Failure, GAMES, Outcome, number_of, pick};

pub fn backup(console: &mut Console<'_>, file: &Path, storage: &Storage) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let copy = tempfile::tempdir()?;
    let directory = match address(storage, language)? {
        DatabaseAddress::Sqlite(directory) => directory,
        database @ DatabaseAddress::Postgres(_) => {
            if file.exists() {
                let exists = Problem::new("the file already exists", "le fichier existe déjà");
                return Err(Failure::at(&file.display().to_string(), exists));
            }
            copy_to_sqlite(&database, copy.path(), language)?
        }
    };
    let size =
        block_on(entourage_server::backup(&directory, file))?.map_err(|error| server_error(error, language))?;
    Ok(writeln!(out, "{} ({size} bytes)", file.display())?)
}

pub fn restore(console: &mut Console<'_>, file: &Path, storage: &Storage, replace: bool) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let directory = match address(storage, language)? {
        DatabaseAddress::Sqlite(directory) => directory,
        database @ DatabaseAddress::Postgres(_) => {
            let copy = tempfile::tempdir()?;
            let directory = copy.path().join("data");
            let restored = block_on(entourage_server::restore(file, &directory, false))?;
            restored.map_err(|error| server_error(error, language))?;
            return transfer(out, &DatabaseAddress::Sqlite(directory), &database, language);
        }
    };
    let restored = block_on(entourage_server::restore(file, &directory, replace))?;
    let before = restored.map_err(|error| server_error(error, language))?;
    writeln!(out, "{}", directory.display())?;
    if let Some(before) = before {
        let storage = Problem::new("the previous data is in ", "les données précédentes sont dans ");
        writeln!(out, "{}{}", storage.get(language), before.display())?;
    }
    Ok(())
}

fn transfer(out: &mut dyn Write, from: &DatabaseAddress, to: &DatabaseAddress, language: Language) -> Outcome {
    let moved = block_on(entourage_server::transfer(from, to))?;
    let rows = moved.map_err(|error| transfer_error(error, language))?;
    let en = format!("{} copied to {to} and verified", counted(Language::English, rows, "row", "rows"));
    let fr = counted(Language::French, rows, "ligne copiée et vérifiée", "lignes copiées et vérifiées");
    Ok(writeln!(out, "{}", pick(language, en, format!("{fr} vers {to}")))?)
}

fn copy_to_sqlite(database: &DatabaseAddress, below: &Path, language: Language) -> Outcome<PathBuf> {
    let directory = below.join("copy");
    let moved = block_on(entourage_server::transfer(database, &DatabaseAddress::Sqlite(directory.clone())))?;
    moved.map_err(|error| transfer_error(error, language))?;
    Ok(directory)
}

pub fn verify(
    console: &mut Console<'_>,
    file: Option<&Path>,
    storage: &Storage,
    repair: bool,
    after: Option<GameId>,
) -> Outcome {
    let &mut Console { registry, language, ref mut out, .. } = console;
    if repair {
        let address = address(storage, language)?;
        let repaired = block_on(async {
            let store = Store::at(&address).await?;
            let repaired = store.repair_ratings().await.map_err(|error| store.unusable(error));
            store.close().await;
            repaired
        })?;
        for result in repaired.map_err(|error| server_error(error, language))? {
            writeln!(out, "{result}")?;
        }
    }
    // Verifies a copy, because verification migrates the database.
    let copy = tempfile::tempdir()?;
    let directory = copy.path().join("data");
    // Errors refer to the original, not to the copy.
    let named = match file {
        Some(file) => file.to_owned(),
        None => match address(storage, language)? {
            DatabaseAddress::Sqlite(directory) => directory,
            database => copy_to_sqlite(&database, copy.path(), language)?,
        }
        .join(Config::FILE),
    };
    let failure = |error: ServeError| Failure::Message(error.named(&named).sentence(language).into());
    let report = block_on(async {
        let restored = entourage_server::restore(&named, &directory, false).await;
        restored.map_err(|error| failure(error.into()))?;
        // Faults are printed at once, so that the verification can be interrupted and continued.
        let mut printed = 0;
        let progress = |report: &Verification, last: GameId| {
            let count = number_of(Language::English, report.games as u64, GAMES);
            let _ = writeln!(io::stderr(), "{count}; to continue from here: --after {last}");
            for fault in &report.faults[printed..] {
                let _ = writeln!(out, "{fault}");
            }
            printed = report.faults.len();
        };
        let report = entourage_server::verify(&directory, registry, after, progress).await.map_err(failure)?;
        for fault in &report.faults[printed..] {
            writeln!(out, "{fault}")?;
        }
        Ok::<_, Failure>(report)
    })??;
    let [games, events, others] = [report.games, report.events, report.other_rules].map(|count| count as u64);
    let [games, others] = [games, others].map(|count| number_of(language, count, GAMES));
    let events = number_of(language, events, ["event", "events", "événement", "événements"]);
    let [colon, rules] =
        [pick(language, ";", "\u{a0};"), pick(language, "with unavailable rules", "aux règles indisponibles")];
    writeln!(out, "{games}, {events}{colon} {others} {rules}")?;
    out.flush()?;
    match report.faults.len() {
        0 => Ok(()),
        1 => Err(Failure::message(
            "the replay of 1 game differs from its stored state",
            "1 partie, une fois rejouée, ne correspond pas à son état enregistré",
        )),
        faults => Err(Failure::message(
            format!("the replays of {faults} games differ from their stored states"),
            format!("{faults} parties, une fois rejouées, ne correspondent pas à leur état enregistré"),
        )),
    }
}

pub(super) fn address(storage: &Storage, language: Language) -> Outcome<DatabaseAddress> {
    if let Some(address) = &storage.database {
        return Ok(address.clone());
    }
    let config = Config { data: storage.data.clone(), ..Config::default() };
    config.data_directory().map(DatabaseAddress::Sqlite).map_err(|error| server_error(error, language))
}

pub(super) fn server_error(error: impl Into<ServeError>, language: Language) -> Failure {
    Failure::Message(error.into().sentence(language).into())
}

pub(super) fn block_on<T>(work: impl Future<Output = T>) -> Outcome<T> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work))
}

pub fn migrate(console: &mut Console<'_>, options: &Migrate) -> Outcome {
    let &mut Console { language, ref mut out, .. } = console;
    let Migrate { database, from, to } = options;
    if let Some(address) = database {
        block_on(migrate_database(address))?.map_err(|error| server_error(error, language))?;
        let done = Problem::new("the tables are up to date: ", "les tables sont à jour : ");
        writeln!(out, "{}{address}", done.get(language))?;
    }
    if let (Some(from), Some(to)) = (from, to) {
        transfer(out, from, to, language)?;
    }
    Ok(())
}

async fn migrate_database(address: &DatabaseAddress) -> Result<(), entourage_server::ServeError> {
    match address {
        DatabaseAddress::Postgres(address) => {
            entourage_server::migrate(address).await?;
        }
        // Opening a SQLite database migrates it.
        DatabaseAddress::Sqlite(_) => Store::at(address).await?.close().await,
    }
    Ok(())
}

fn transfer_error(error: TransferError, language: Language) -> Failure {
    Failure::Message(match error {
        TransferError::Open(error) => return server_error(error, language),
        TransferError::Occupied(place) => Problem::new(
            format!("{place} is not empty; use --to with an empty database"),
            format!("{place} n'est pas vide ; indiquez une base vide avec --to"),
        ),
        TransferError::Differs(table) => Problem::new(
            format!(
                "table {table} differs from the original; empty the new database and keep using the old one"
            ),
            format!("la table {table} diffère de l'original ; videz la nouvelle base et gardez l'ancienne"),
        ),
    })
}
