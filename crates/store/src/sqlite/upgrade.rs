//! A database as it is found at the start: read through, copied before it is changed, and brought up to date.

use std::path::{Path, PathBuf};

use entourage_record::{GameId, Grant, Key, Seat};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, SqlSafeStr};

use super::insert_grant;
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
    let migrations = migrations();
    if version.is_some_and(|version| QUESTIONS.contains(&version)) {
        // Nor shall a copy keep the addresses that were asked.
        let asked = sqlx::query("DELETE FROM mail_questions").execute(writer).await;
        asked.map_err(|error| database(error.into()))?;
    }
    let copy = match version {
        Some(version) if version < newest() => Some(copy(directory, version, writer).await?),
        _ => None,
    };
    migrations.run(writer).await.map_err(|error| OpenError::of_migration(path.to_owned(), error))?;
    hide_keys(writer).await.map_err(database)?;
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
    migrations().iter().map(|migration| migration.version).max().unwrap_or(0)
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

/// Lists the migrations from the first schema on. A migration that has been released never changes.
fn migrations() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "games", include_str!("../../migrations/0001_games.sql")),
        migration(2, "status", include_str!("../../migrations/0002_status.sql")),
        migration(3, "setup", include_str!("../../migrations/0003_setup.sql")),
        migration(4, "seats", include_str!("../../migrations/0004_seats.sql")),
        migration(5, "invitations", include_str!("../../migrations/0005_invitations.sql")),
        migration(6, "talk", include_str!("../../migrations/0006_talk.sql")),
        migration(7, "clocks", include_str!("../../migrations/0007_clocks.sql")),
        migration(8, "publications", include_str!("../../migrations/0008_publications.sql")),
        migration(9, "degrees", include_str!("../../migrations/0009_degrees.sql")),
        migration(11, "mail", include_str!("../../migrations/0011_mail.sql")),
        migration(12, "runs", include_str!("../../migrations/0012_runs.sql")),
        migration(13, "deletions", include_str!("../../migrations/0013_deletions.sql")),
        migration(14, "privacy", include_str!("../../migrations/0014_privacy.sql")),
        migration(15, "watching", include_str!("../../migrations/0015_watching.sql")),
        migration(16, "definitions", include_str!("../../migrations/0016_definitions.sql")),
    ])
}

/// Renames the games that an earlier version named by their keys, and keeps only the hashes of those keys.
async fn hide_keys(writer: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let rows = sqlx::query("SELECT id FROM games_named_by_keys").fetch_all(&mut *transaction).await?;
    // The names in events follow those of games before the transaction ends.
    sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *transaction).await?;
    for row in rows {
        let old: String = row.try_get("id")?;
        let key: Key = old.parse().map_err(|()| StoreError::Corrupt("a game has an unknown name".into()))?;
        let id = random().map(GameId::from_bits).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        for renaming in
            ["UPDATE games SET id = ? WHERE id = ?", "UPDATE events SET game_id = ? WHERE game_id = ?"]
        {
            sqlx::query(renaming).bind(id.to_string()).bind(&old).execute(&mut *transaction).await?;
        }
        insert_grant(id, &Grant { key: key.hash(), seat: Seat::Both, host: true }, &mut transaction).await?;
    }
    sqlx::query("DELETE FROM games_named_by_keys").execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}
