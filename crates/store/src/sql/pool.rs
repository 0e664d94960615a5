use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool, Transaction};

use super::query::query;
use crate::StoreError;

/// What another commits is seen by the next statement, whatever the server is set to.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Holds connections to a database of either kind.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A connection to a database of either kind, perhaps inside a transaction, which is rolled back unless it is committed.
pub(crate) enum Connection {
    Sqlite(Held<Sqlite>),
    Postgres(Held<Postgres>),
}

/// A connection that goes back to its pool.
pub(crate) enum Held<DB: sqlx::Database> {
    Plain(PoolConnection<DB>),
    Transaction(Transaction<'static, DB>),
}

impl Pool {
    /// Takes a connection for single statements.
    pub async fn acquire(&self) -> Result<Connection, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(Held::Plain(pool.acquire().await?)),
            Self::Postgres(pool) => Connection::Postgres(Held::Plain(pool.acquire().await?)),
        })
    }

    /// Begins to read one state of the database: whoever writes meanwhile is not seen.
    pub async fn snapshot(&self) -> Result<Connection, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(Held::Transaction(pool.begin().await?)),
            Self::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Connection::Postgres(Held::Transaction(pool.begin_with(begin).await?))
            }
        })
    }

    /// Begins a transaction that reads and then writes, alone among those that change the same thing: what it has read stays so.
    pub async fn change(&self, what: &str) -> Result<Connection, StoreError> {
        match self {
            // There is one writer. Taking its lock at once avoids finding the database changed under a read begun earlier.
            Self::Sqlite(pool) => {
                Ok(Connection::Sqlite(Held::Transaction(pool.begin_with("BEGIN IMMEDIATE").await?)))
            }
            Self::Postgres(pool) => {
                let mut connection = Connection::Postgres(Held::Transaction(pool.begin_with(BEGIN).await?));
                connection.lock(what).await?;
                Ok(connection)
            }
        }
    }

    /// Returns what is added to a query in a statement that takes some rows, so that nobody waits for others who take some.
    pub fn skip_locked(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => "FOR UPDATE SKIP LOCKED",
        }
    }

    /// Returns the condition that a column is among names that `$1` lists with commas between them, whatever their number.
    pub fn listed(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => r#"IN (SELECT value FROM json_each('["' || replace($1, ',', '","') || '"]'))"#,
            Self::Postgres(_) => "= ANY (string_to_array($1, ','))",
        }
    }

    /// Closes all connections; later calls fail.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Connection {
    /// Keeps others from changing a thing, too, until the transaction ends.
    pub async fn lock(&mut self, what: &str) -> Result<(), StoreError> {
        if let Self::Postgres(_) = self {
            // Each statement sees what was committed before it, hence all that the last holder of the lock did.
            let lock = query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind(what);
            lock.execute(self).await?;
        }
        Ok(())
    }

    /// Returns the date by a server's clock, in milliseconds since 1970 (UTC); `None` where there is no server.
    pub async fn date(&mut self) -> Result<Option<i64>, StoreError> {
        match self {
            Self::Sqlite(_) => Ok(None),
            Self::Postgres(_) => {
                let date = query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS date");
                date.fetch_one(self).await?.try_get("date").map(Some)
            }
        }
    }

    /// Lets rows name others that come later in the transaction.
    pub async fn defer_references(&mut self) -> Result<(), StoreError> {
        let defer = match self {
            Self::Sqlite(_) => "PRAGMA defer_foreign_keys = ON",
            Self::Postgres(_) => "SET CONSTRAINTS ALL DEFERRED",
        };
        query(defer).execute(self).await.map(drop)
    }

    /// Makes what was done in a transaction durable and seen by others.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(Held::Transaction(transaction)) => transaction.commit().await?,
            Self::Postgres(Held::Transaction(transaction)) => transaction.commit().await?,
            Self::Sqlite(Held::Plain(_)) | Self::Postgres(Held::Plain(_)) => {}
        }
        Ok(())
    }
}

impl<DB: sqlx::Database> Deref for Held<DB> {
    type Target = DB::Connection;
    fn deref(&self) -> &DB::Connection {
        match self {
            Self::Plain(connection) => connection,
            Self::Transaction(transaction) => transaction,
        }
    }
}

impl<DB: sqlx::Database> DerefMut for Held<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        match self {
            Self::Plain(connection) => connection,
            Self::Transaction(transaction) => transaction,
        }
    }
}
