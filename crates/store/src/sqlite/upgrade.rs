//! Migrates a database on startup, and checks databases.

use std::path::{Path, PathBuf};

use entourage_record::{GameId, Grant, Key, Seat};
use sqlx::Row;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteExecutor, SqlitePool};

use crate::database::Pool;
use crate::events::insert_grant;
use crate::migrations::{self, migrations};
use crate::{DataDirectory, OpenError, Result, StoreError, random};

/// The first schema version that stores keys as hashes.
const HASHED: i64 = 4;
/// The schema versions that stored the addresses to which confirmation e-mails were sent.
const QUESTIONS: std::ops::Range<i64> = 11..14;

/// Checks, copies and migrates a database that has an older schema version.
pub(super) async fn upgrade(
    directory: &DataDirectory,
    path: &Path,
    writer: &SqlitePool,
) -> Result<(), OpenError> {
    let database = |error: StoreError| OpenError::Database { path: path.to_owned(), error };
    let version = version(writer).await.map_err(database)?;
    let is_old = version.is_some_and(|version| version < newest());
    if is_old {
        check(writer).await.map_err(database)?;
    }
    if version.is_some_and(|version| QUESTIONS.contains(&version)) {
        // The copy must not contain the addresses to which confirmation e-mails were sent.
        let asked = sqlx::query("DELETE FROM mail_questions").execute(writer).await;
        asked.map_err(|error| database(error.into()))?;
    }
    let copy = match version {
        Some(version) if is_old => Some(copy(directory, version, writer).await?),
        _ => None,
    };
    tables().run(writer).await.map_err(|error| OpenError::of_migration(path.to_owned(), error, database))?;
    hide_keys(writer).await.map_err(database)?;
    // Truncate the log while there are no readers: otherwise writes would reuse the space of a large log, and a full disk would go
    // unnoticed for a long time.
    let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await;
    // The copy contains unhashed keys, which would give access to all seats.
    if let (Some(copy), Some(..HASHED)) = (copy, version) {
        std::fs::remove_file(&copy).map_err(|error| OpenError::Directory { path: copy, error })?;
    }
    Ok(())
}

pub(crate) async fn check<'c>(connection: impl SqliteExecutor<'c>) -> Result<()> {
    let row = sqlx::query("PRAGMA quick_check(1)").fetch_one(connection).await?;
    match row.try_get::<String, _>(0)? {
        answer if answer == "ok" => Ok(()),
        // SQLite's report can have several lines.
        answer => Err(StoreError::Corrupt(answer.lines().map(str::trim).collect::<Vec<_>>().join(": "))),
    }
}

/// Returns the number of a database's last migration; `None` for a new database.
pub(crate) async fn version(writer: &SqlitePool) -> Result<Option<i64>> {
    let mut connection = writer.acquire().await?;
    let kept = sqlx::query("SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations'");
    if kept.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(None);
    }
    let row = sqlx::query("SELECT MAX(version) AS version FROM _sqlx_migrations");
    Ok(row.fetch_one(&mut *connection).await?.try_get("version")?)
}

pub(crate) fn newest() -> i64 {
    migrations::newest(&tables())
}

/// Copies a database into the data directory before it is migrated from `version`, replacing an earlier copy.
async fn copy(directory: &DataDirectory, version: i64, writer: &SqlitePool) -> Result<PathBuf, OpenError> {
    let name = format!("entourage.before-{}.sqlite", version + 1);
    let path = directory.empty_file(&name)?;
    let failed = |error: sqlx::Error| OpenError::Copy { path: path.clone(), error: error.into() };
    let text = path.to_str().ok_or_else(|| OpenError::Copy {
        path: path.clone(),
        error: StoreError::Unavailable("its path is not valid UTF-8".into()),
    })?;
    sqlx::query("VACUUM INTO ?").bind(text).execute(writer).await.map_err(failed)?;
    Ok(path)
}

fn tables() -> Migrator {
    migrations! {
        1 "games": "0001_games";
        2 "status": "0002_status";
        3 "setup": "0003_setup";
        4 "seats": "0004_seats";
        5 "invitations": "0005_invitations";
        6 "talk": "0006_talk";
        7 "clocks": "0007_clocks";
        8 "publications": "0008_publications";
        9 "degrees": "0009_degrees";
        11 "mail": "0011_mail";
        12 "runs": "0012_runs";
        13 "deletions": "0013_deletions";
        14 "privacy": "0014_privacy";
        15 "watching": "0015_watching";
        16 "definitions": "0016_definitions";
        17 "processes": "0017_processes";
        18 "accounts": "0018_accounts";
        19 "ratings": "0019_ratings";
        20 "seeks": "0020_seeks";
        21 "order": "0021_order";
        22 "ties": "0022_ties";
        // These share one schema version, to match the version numbers on PostgreSQL.
        23 "people":
            "0023_tournaments" "0023_programs" "0023_finished" "0023_letters" "0023_browsers" "0023_push";
        24 "listed": "0024_listed" "0024_strongest";
        25 "fairness": "0025_conflicts" "0025_fairness";
        26 "search": "0026_search";
        28 "studies": "0028_studies";
        29 "puzzles": "0029_puzzles";
    }
}

/// Gives new IDs to games whose ID was their key in an early version, and stores the hashes of those keys.
async fn hide_keys(writer: &SqlitePool) -> Result<()> {
    let mut transaction = Pool::Sqlite(writer.clone()).change("games").await?;
    let names: Vec<String> = transaction.all("SELECT id FROM games_named_by_keys", ()).await?;
    // Until the transaction ends, events can refer to game IDs that do not exist.
    transaction.defer_references().await?;
    for old in names {
        let key: Key = old.parse().map_err(|()| StoreError::Corrupt("a game ID is not a valid key".into()))?;
        let id = GameId::from_bits(random()?);
        for renaming in
            ["UPDATE games SET id = $1 WHERE id = $2", "UPDATE events SET game_id = $1 WHERE game_id = $2"]
        {
            transaction.execute(renaming, (id, &old)).await?;
        }
        let grant = Grant { key: key.hash(), seat: Seat::Both, host: true, account: None };
        insert_grant(id, &grant, &mut transaction).await?;
    }
    transaction.execute("DELETE FROM games_named_by_keys", ()).await?;
    transaction.commit().await
}
