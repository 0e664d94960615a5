//! What whoever runs the server does with games that people wrote, while it may be at work.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::sql::definitions::read;
use crate::sql::pool::Pool;
use crate::sql::query::query;
use crate::sql::row::Row;
use crate::sqlite::upgrade::{newest, version};
use crate::{
    AccountStore, DataDirectory, DatabaseAddress, DefinitionStore, OpenError, OrderStore, SqlStore, StoreError,
    StoredDefinition, TournamentStore, replacing,
};

/// Looks after the games that people wrote, in a database; servers may be at work on it, and read what was done.
#[derive(Debug)]
pub struct Moderation {
    pool: Pool,
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
    /// Opens a database.
    ///
    /// # Errors
    /// There is none, it was written by another version of the program, or it is out of reach.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, OpenError> {
        match address {
            DatabaseAddress::Sqlite(directory) => Self::open_file(directory).await,
            DatabaseAddress::Postgres(address) => Ok(Self { pool: SqlStore::connect(address).await?.writer }),
        }
    }

    async fn open_file(directory: &Path) -> Result<Self, OpenError> {
        let path = replacing::current(&directory.join(DataDirectory::DATABASE));
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
            Some(found) if found == newest() => Ok(Self { pool: Pool::Sqlite(pool) }),
            _ => Err(database(StoreError::Unavailable(
                "a start of the server brings it up to date first".into(),
            ))),
        }
    }

    /// Returns what keeps order among people, on the same database.
    pub fn order(&self) -> impl AccountStore + DefinitionStore + OrderStore + TournamentStore + use<> {
        SqlStore::new(self.pool.clone(), self.pool.clone(), None, String::new())
    }

    /// Lists every game that people wrote, the newest first.
    ///
    /// # Errors
    /// `Corrupt` if what is stored is no definition; `Unavailable`.
    pub async fn list(&self) -> Result<Vec<StoredDefinition>, StoreError> {
        let rows = query(
            "SELECT id, substr(content, 1, 0) AS content, name, author, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions ORDER BY created_at DESC, id",
        );
        rows.fetch_all(&mut self.pool.acquire().await?).await?.iter().map(read).collect()
    }

    /// Does something with a game, and logs it with a reason, at a date in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// `Missing` if there is no such game; `Unavailable`.
    pub async fn act(&self, id: &str, act: Act, reason: &str, at: i64) -> Result<(), StoreError> {
        let mut transaction = self.pool.change("moderation").await?;
        let done = query("UPDATE definitions SET hidden = $1 WHERE id = $2").bind(act == Act::Hide).bind(id);
        if done.execute(&mut transaction).await? == 0 {
            return Err(StoreError::Missing);
        }
        query(
            "INSERT INTO moderation (seq, definition, act, reason, created_at)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4 FROM moderation",
        )
        .bind(id)
        .bind(act.word())
        .bind(reason)
        .bind(at)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await
    }

    /// Lists what was done with a game, in order: act, reason and date.
    ///
    /// # Errors
    /// `Unavailable`.
    pub async fn log(&self, id: &str) -> Result<Vec<(String, String, i64)>, StoreError> {
        let rows = query("SELECT act, reason, created_at FROM moderation WHERE definition = $1 ORDER BY seq");
        let rows = rows.bind(id).fetch_all(&mut self.pool.acquire().await?).await?;
        let told = |row: &Row| Ok((row.try_get("act")?, row.try_get("reason")?, row.try_get("created_at")?));
        rows.iter().map(told).collect()
    }
}
