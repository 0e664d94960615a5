//! The operator's moderation of a database, while servers may run on it.

use std::path::Path;
use std::time::Duration;

use entourage_record::AccountId;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::columns::words;
use crate::database::{Connection, Pool};
use crate::error::some;
use crate::sqlite::upgrade::{newest, version};
use crate::{
    DataDirectory, DatabaseAddress, Decision, OpenError, Result, Store, StoreError, StoredDefinition, replacing,
};

/// What is locked while something is added to the log.
pub(crate) const LOG: &str = "measures";

pub(crate) async fn name_of(account: AccountId, connection: &mut Connection) -> Result<Option<String>> {
    connection.optional("SELECT name FROM accounts WHERE id = $1", account).await
}

/// Logs an action that was taken otherwise, within a transaction that has locked the log.
pub(crate) async fn log(decision: &Decision, connection: &mut Connection) -> Result<()> {
    let name = match decision.account {
        Some(account) => name_of(account, connection).await?,
        None => None,
    };
    insert(decision, name, connection).await
}

/// Adds an action to the log, with the name of the account that it concerns.
pub(crate) async fn insert(
    decision: &Decision,
    name: Option<String>,
    connection: &mut Connection,
) -> Result<()> {
    let Decision { measure, author, account, reason, complaint, at } = decision;
    let row = "INSERT INTO measures (seq, kind, author, account, name, detail, reason, complaint, created_at)
         SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4, $5, $6, $7, $8 FROM measures";
    let values = (measure.word(), author, account, name, measure.detail(), reason, complaint, at);
    connection.execute(row, values).await.map(drop)
}

/// Moderates the game definitions of a database; servers that run on it read what was done.
#[derive(Debug)]
pub struct Moderation {
    pool: Pool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Hide,
    /// Shows it again as its author says.
    Show,
}

words! { Act { Hide = "hide", Show = "show" } }

impl Moderation {
    /// Opens a database. Fails if there is none, it was written by another version of the program, or it is out of reach.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, OpenError> {
        match address {
            DatabaseAddress::Sqlite(directory) => Self::open_file(directory).await,
            DatabaseAddress::Postgres(address) => Ok(Self { pool: Store::connect(address).await?.writer }),
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

    /// Returns a store on the same database.
    pub fn order(&self) -> Store {
        Store { writer: self.pool.clone(), readers: self.pool.clone(), file: None, place: String::new() }
    }

    /// Lists every game definition, the newest first, without their content.
    pub async fn list(&self) -> Result<Vec<StoredDefinition>> {
        let rows = "SELECT id, substr(content, 1, 0) AS content, name, author, licence, state, hidden, listed, key, earlier, cloned_from, trial, played, created_at
             FROM definitions ORDER BY created_at DESC, id";
        self.pool.all(rows, ()).await
    }

    /// Hides or shows a definition, and logs it with a reason, at a date in milliseconds since 1970 (UTC). Fails with `Missing` if there is
    /// no such definition.
    pub async fn act(&self, id: &str, act: Act, reason: &str, at: i64) -> Result<()> {
        let mut transaction = self.pool.change("moderation").await?;
        let hide = "UPDATE definitions SET hidden = $1 WHERE id = $2";
        some(transaction.execute(hide, (act == Act::Hide, id)).await? > 0)?;
        let row = "INSERT INTO moderation (seq, definition, act, reason, created_at)
             SELECT COALESCE(MAX(seq) + 1, 1), $1, $2, $3, $4 FROM moderation";
        transaction.execute(row, (id, act, reason, at)).await?;
        transaction.commit().await
    }

    /// Lists what was done with a definition, in order: act, reason and date.
    pub async fn log(&self, id: &str) -> Result<Vec<(String, String, i64)>> {
        let rows = "SELECT act, reason, created_at FROM moderation WHERE definition = $1 ORDER BY seq";
        self.pool.all(rows, id).await
    }
}
