//! Moderation of game definitions by the server's operator, even while servers are running.

use std::path::Path;
use std::time::Duration;

use entourage_record::AccountId;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::columns::words;
use crate::database::{Connection, Pool};
use crate::error::some;
use crate::sqlite::upgrade::{newest, version};
use crate::{
    DataDirectory, DatabaseAddress, Decision, OpenError, Result, Store, StoreError, StoredDefinition,
    replacement,
};

/// The lock that must be held to add entries to the moderation log.
pub(crate) const LOG: &str = "measures";

pub(crate) async fn name_of(account: AccountId, connection: &mut Connection) -> Result<Option<String>> {
    connection.optional("SELECT name FROM accounts WHERE id = $1", account).await
}

/// Adds an action to the log, which the transaction must have locked.
pub(crate) async fn log(decision: &Decision, connection: &mut Connection) -> Result<()> {
    let name = match decision.account {
        Some(account) => name_of(account, connection).await?,
        None => None,
    };
    insert(decision, name, connection).await
}

/// Inserts an action into the log, with the name of the affected account.
pub(crate) async fn insert(
    decision: &Decision,
    name: Option<String>,
    connection: &mut Connection,
) -> Result<()> {
    let Decision { measure, author, account, reason, complaint, at } = decision;
    let row = "INSERT INTO measures (seq, kind, author, account, name, detail, reason, complaint, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8 FROM measures";
    let values = (measure.stored_word(), author, account, name, measure.detail(), reason, complaint, at);
    connection.execute(row, values).await.map(drop)
}

/// Gives the operator's commands access to the game definitions in a database. Changes take effect on running servers.
#[derive(Debug)]
pub struct Moderation {
    pool: Pool,
}

words! {
    pub enum Act {
        Hide = "hide",
        /// Restores the visibility chosen by the definition's author.
        Show = "show",
    }
}

impl Moderation {
    /// Opens a database. Fails if it does not exist, is unreachable, or was written by another version of Entourage.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, OpenError> {
        match address {
            DatabaseAddress::Sqlite(directory) => Self::open_file(directory).await,
            DatabaseAddress::Postgres(address) => Ok(Self { pool: Store::connect(address).await?.writer }),
        }
    }

    async fn open_file(directory: &Path) -> Result<Self, OpenError> {
        let path = replacement::current(&directory.join(DataDirectory::DATABASE));
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
            _ => Err(database(StoreError::Unavailable("it must be migrated; start the server once".into()))),
        }
    }

    pub fn order(&self) -> Store {
        Store::of(self.pool.clone(), self.pool.clone(), None, String::new())
    }

    /// Returns all game definitions without their content, newest first.
    pub async fn list(&self) -> Result<Vec<StoredDefinition>> {
        let rows = "SELECT id, substr(content, 1, 0) AS content, name, author, account, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions ORDER BY created_at DESC, id";
        self.pool.all(rows, ()).await
    }

    /// Hides or shows a definition, and logs the action with its date. Fails with `Missing` if there is no such definition.
    pub async fn act(&self, id: &str, act: Act, reason: &str, at: i64) -> Result<()> {
        let mut transaction = self.pool.change("moderation").await?;
        let hide = "UPDATE definitions SET hidden = $1 WHERE id = $2";
        some(transaction.execute(hide, (act == Act::Hide, id)).await? > 0)?;
        let row = "INSERT INTO moderation (seq, definition, act, reason, created_at)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4 FROM moderation";
        transaction.execute(row, (id, act, reason, at)).await?;
        transaction.commit().await
    }

    /// Returns a definition's log entries in chronological order, each as action, reason and date.
    pub async fn log(&self, id: &str) -> Result<Vec<(String, String, i64)>> {
        let rows = "SELECT act, reason, created_at FROM moderation WHERE definition = $1 ORDER BY seq";
        self.pool.all(rows, id).await
    }
}
