//! What whoever runs the server does with games that people wrote, while it may be at work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use crate::sqlite::definitions::read;
use crate::sqlite::upgrade::{newest, version};
use crate::{OpenError, SqliteStore, StoreError, StoredDefinition, replacing};

/// Looks after the games that people wrote, in the database of a data directory; a server may be at work on it, and reads what was done.
#[derive(Debug)]
pub struct Moderation {
    path: PathBuf,
    pool: SqlitePool,
}

/// Says what a moderator does with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Nobody is told of it any more.
    Hide,
    /// It is again as its author says.
    Show,
}

impl Act {
    fn word(self) -> &'static str {
        match self {
            Self::Hide => "hide",
            Self::Show => "show",
        }
    }
}

impl Moderation {
    /// Opens the database of a data directory.
    ///
    /// # Errors
    /// There is none, it was written by another version of the program, or it is out of reach.
    pub async fn open(directory: &Path) -> Result<Self, OpenError> {
        let path = replacing::current(&directory.join(SqliteStore::FILE));
        if !path.is_file() {
            return Err(OpenError::Absent { path });
        }
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(false)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let database = |error: StoreError| OpenError::Database { path: path.clone(), error };
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
        let pool = pool.map_err(|error| database(error.into()))?;
        match version(&pool).await.map_err(database)? {
            Some(found) if found > newest() => Err(OpenError::Newer { path }),
            Some(found) if found == newest() => Ok(Self { path, pool }),
            _ => Err(database(StoreError::Unavailable(
                "a start of the server brings it up to date first".into(),
            ))),
        }
    }

    /// Returns the database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lists every game that people wrote, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no definition; `Unavailable`.
    pub async fn list(&self) -> Result<Vec<StoredDefinition>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, x'' AS content, name, author, licence, state, hidden, key, earlier, cloned_from, trial, played, created_at
             FROM definitions ORDER BY created_at DESC, id",
        );
        rows.fetch_all(&self.pool).await?.iter().map(read).collect()
    }

    /// Does something with a game, and logs it with a reason, at a date in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    pub async fn act(&self, id: &str, act: Act, reason: &str, at: i64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let done =
            sqlx::query("UPDATE definitions SET hidden = ? WHERE id = ?").bind(act == Act::Hide).bind(id);
        if done.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Err(StoreError::Missing);
        }
        sqlx::query("INSERT INTO moderation (definition, act, reason, created_at) VALUES (?, ?, ?, ?)")
            .bind(id)
            .bind(act.word())
            .bind(reason)
            .bind(at)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Lists what was done with a game, in order: act, reason and date.
    ///
    /// # Errors
    /// `Unavailable`.
    pub async fn log(&self, id: &str) -> Result<Vec<(String, String, i64)>, StoreError> {
        let rows =
            sqlx::query("SELECT act, reason, created_at FROM moderation WHERE definition = ? ORDER BY seq");
        let rows = rows.bind(id).fetch_all(&self.pool).await?;
        let told = |row: &sqlx::sqlite::SqliteRow| {
            Ok((row.try_get("act")?, row.try_get("reason")?, row.try_get("created_at")?))
        };
        rows.iter().map(told).collect()
    }
}
