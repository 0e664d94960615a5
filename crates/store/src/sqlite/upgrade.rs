//! A database as it is found at the start: read through, copied before it is changed, and brought up to date.

use std::path::{Path, PathBuf};

use entourage_record::{GameId, Grant, Key, Seat};
use sqlx::Row;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqlitePool;

use crate::database::Pool;
use crate::migrations::{self, migrator};
use crate::store::insert_grant;
use crate::{DataDirectory, OpenError, StoreError, random};

/// The first version that keeps hashes of keys only.
const HASHED: i64 = 4;
/// The versions that kept the addresses that were asked.
const QUESTIONS: std::ops::Range<i64> = 11..14;

/// Checks that a database is whole, and brings it up to date; one that has to change is copied beside itself before.
pub(super) async fn upgrade(
    directory: &DataDirectory,
    path: &Path,
    writer: &SqlitePool,
) -> Result<(), OpenError> {
    let database = |error: StoreError| OpenError::Database { path: path.to_owned(), error };
    check(writer).await.map_err(database)?;
    let version = version(writer).await.map_err(database)?;
    if version.is_some_and(|version| QUESTIONS.contains(&version)) {
        // Nor shall a copy keep the addresses that were asked.
        let asked = sqlx::query("DELETE FROM mail_questions").execute(writer).await;
        asked.map_err(|error| database(error.into()))?;
    }
    let copy = match version {
        Some(version) if version < newest() => Some(copy(directory, version, writer).await?),
        _ => None,
    };
    tables().run(writer).await.map_err(|error| OpenError::of_migration(path.to_owned(), error, database))?;
    hide_keys(writer).await.map_err(database)?;
    // The log of what was made now would keep its size, and hide for long that a disk is full. Where others read, it is done later.
    let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await;
    // A copy from before keys were hashed would give everybody's seats away.
    if let (Some(copy), Some(..HASHED)) = (copy, version) {
        std::fs::remove_file(&copy).map_err(|error| OpenError::Directory { path: copy, error })?;
    }
    Ok(())
}

/// Reads a database through and finds whether it is whole.
pub(crate) async fn check(writer: &SqlitePool) -> Result<(), StoreError> {
    let row = sqlx::query("PRAGMA quick_check(1)").fetch_one(writer).await?;
    match row.try_get::<String, _>(0)? {
        answer if answer == "ok" => Ok(()),
        // What SQLite found may be told on several lines.
        answer => Err(StoreError::Corrupt(answer.lines().map(str::trim).collect::<Vec<_>>().join(": "))),
    }
}

/// Returns the last migration that a database has seen; `None` of a new one.
pub(crate) async fn version(writer: &SqlitePool) -> Result<Option<i64>, StoreError> {
    let mut connection = writer.acquire().await?;
    let kept = sqlx::query("SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations'");
    if kept.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(None);
    }
    let row = sqlx::query("SELECT MAX(version) AS version FROM _sqlx_migrations");
    Ok(row.fetch_one(&mut *connection).await?.try_get("version")?)
}

/// Returns the last migration that this program knows.
pub(crate) fn newest() -> i64 {
    migrations::newest(&tables())
}

/// Copies a database of a version into a file of its own in its directory, in place of an earlier copy.
async fn copy(directory: &DataDirectory, version: i64, writer: &SqlitePool) -> Result<PathBuf, OpenError> {
    let name = format!("entourage.before-{}.sqlite", version + 1);
    let path = directory.empty_file(&name)?;
    let failed = |error: sqlx::Error| OpenError::Copy { path: path.clone(), error: error.into() };
    let text = path.to_str().ok_or_else(|| OpenError::Copy {
        path: path.clone(),
        error: StoreError::Unavailable("its name is no text".into()),
    })?;
    sqlx::query("VACUUM INTO ?").bind(text).execute(writer).await.map_err(failed)?;
    Ok(path)
}

/// Lists the migrations from the first schema on.
fn tables() -> Migrator {
    migrator(&[
        (1, "games", include_str!("../../migrations/0001_games.sql")),
        (2, "status", include_str!("../../migrations/0002_status.sql")),
        (3, "setup", include_str!("../../migrations/0003_setup.sql")),
        (4, "seats", include_str!("../../migrations/0004_seats.sql")),
        (5, "invitations", include_str!("../../migrations/0005_invitations.sql")),
        (6, "talk", include_str!("../../migrations/0006_talk.sql")),
        (7, "clocks", include_str!("../../migrations/0007_clocks.sql")),
        (8, "publications", include_str!("../../migrations/0008_publications.sql")),
        (9, "degrees", include_str!("../../migrations/0009_degrees.sql")),
        (11, "mail", include_str!("../../migrations/0011_mail.sql")),
        (12, "runs", include_str!("../../migrations/0012_runs.sql")),
        (13, "deletions", include_str!("../../migrations/0013_deletions.sql")),
        (14, "privacy", include_str!("../../migrations/0014_privacy.sql")),
        (15, "watching", include_str!("../../migrations/0015_watching.sql")),
        (16, "definitions", include_str!("../../migrations/0016_definitions.sql")),
        (17, "processes", include_str!("../../migrations/0017_processes.sql")),
        (18, "accounts", include_str!("../../migrations/0018_accounts.sql")),
        (19, "ratings", include_str!("../../migrations/0019_ratings.sql")),
        (20, "seeks", include_str!("../../migrations/0020_seeks.sql")),
        (21, "order", include_str!("../../migrations/0021_order.sql")),
        (22, "ties", include_str!("../../migrations/0022_ties.sql")),
        // What came together is one version, so that servers of the one before go on beside it.
        (
            23,
            "people",
            concat!(
                include_str!("../../migrations/0023_tournaments.sql"),
                include_str!("../../migrations/0023_programs.sql"),
                include_str!("../../migrations/0023_finished.sql"),
                include_str!("../../migrations/0023_letters.sql"),
                include_str!("../../migrations/0023_browsers.sql"),
                include_str!("../../migrations/0023_push.sql"),
            ),
        ),
        (
            24,
            "listed",
            concat!(
                include_str!("../../migrations/0024_listed.sql"),
                include_str!("../../migrations/0024_strongest.sql"),
            ),
        ),
    ])
}

/// Renames the games that an earlier version named by their keys, and keeps only the hashes of those keys.
async fn hide_keys(writer: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = Pool::Sqlite(writer.clone()).change("games").await?;
    let names: Vec<String> = transaction.all("SELECT id FROM games_named_by_keys", ()).await?;
    // The names in events follow those of games before the transaction ends.
    transaction.defer_references().await?;
    for old in names {
        let key: Key = old.parse().map_err(|()| StoreError::Corrupt("a game has an unknown name".into()))?;
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
