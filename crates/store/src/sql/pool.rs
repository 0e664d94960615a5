use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
#[cfg(feature = "postgres")]
use sqlx::{PgPool, Postgres};
use sqlx::{Sqlite, SqlitePool, Transaction};

use super::query::query;
use crate::StoreError;

/// Holds connections to a database of either kind.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

/// A connection to a database of either kind, perhaps inside a transaction, which is rolled back unless it is committed.
pub(crate) enum Connection {
    Sqlite(Held<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(Held<Postgres>),
}

/// A connection that goes back to its pool.
pub(crate) enum Held<DB: sqlx::Database> {
    Plain(PoolConnection<DB>),
    Transaction(Transaction<'static, DB>),
}

/// Evaluates one expression for either kind of database; its value is of the same kind again where `=> Kind:` stands before it.
macro_rules! either {
    ($kind:ident, $either:expr, $it:ident => $result:ident: $value:expr) => {
        match $either {
            $kind::Sqlite($it) => $result::Sqlite($value),
            #[cfg(feature = "postgres")]
            $kind::Postgres($it) => $result::Postgres($value),
        }
    };
    ($kind:ident, $either:expr, $it:ident => $value:expr) => {
        match $either {
            $kind::Sqlite($it) => $value,
            #[cfg(feature = "postgres")]
            $kind::Postgres($it) => $value,
        }
    };
}
pub(super) use either;

impl Pool {
    fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// Takes a connection for single statements.
    pub async fn acquire(&self) -> Result<Connection, StoreError> {
        Ok(either!(Pool, self, pool => Connection: Held::Plain(pool.acquire().await?)))
    }

    async fn begin(&self, file: &'static str, server: &'static str) -> Result<Connection, StoreError> {
        let begin = if self.is_server() { server } else { file };
        Ok(either!(Pool, self, pool => Connection: Held::Transaction(pool.begin_with(begin).await?)))
    }

    /// Begins to read one state of the database: concurrent writes are not seen.
    pub async fn snapshot(&self) -> Result<Connection, StoreError> {
        self.begin("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    /// Begins a transaction that reads and then writes, alone among those that change the same thing: what it has read stays so.
    pub async fn change(&self, what: &str) -> Result<Connection, StoreError> {
        // SQLite has one writer. Taking its lock at once avoids finding the database changed under a read begun earlier.
        // A server shows the next statement what others commit, whatever it is set to.
        let mut connection = self.begin("BEGIN IMMEDIATE", "BEGIN ISOLATION LEVEL READ COMMITTED").await?;
        connection.lock(what).await?;
        Ok(connection)
    }

    /// Returns what is added to a query in a statement that takes some rows, so that concurrent takers do not wait for each other.
    pub fn skip_locked(&self) -> &'static str {
        if self.is_server() { "FOR UPDATE SKIP LOCKED" } else { "" }
    }

    /// Returns the condition that a column is among names that `$1` lists with commas between them, whatever their number.
    pub fn listed(&self) -> &'static str {
        match self.is_server() {
            false => r#"IN (SELECT value FROM json_each('["' || replace($1, ',', '","') || '"]'))"#,
            true => "= ANY (string_to_array($1, ','))",
        }
    }

    /// Closes all connections; later calls fail.
    pub async fn close(&self) {
        either!(Pool, self, pool => pool.close().await);
    }
}

impl Connection {
    fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// Keeps others from changing a thing, too, until the transaction ends.
    pub async fn lock(&mut self, what: &str) -> Result<(), StoreError> {
        if self.is_server() {
            // Each statement sees what was committed before it, hence all that the last holder of the lock did.
            let lock = query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind(what);
            lock.execute(self).await?;
        }
        Ok(())
    }

    /// Returns the date by a server's clock, in milliseconds since 1970 (UTC); `None` where there is no server.
    pub async fn date(&mut self) -> Result<Option<i64>, StoreError> {
        if !self.is_server() {
            return Ok(None);
        }
        let date = query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT AS date");
        date.fetch_one(self).await?.try_get("date").map(Some)
    }

    /// Lets rows name others that come later in the transaction.
    pub async fn defer_references(&mut self) -> Result<(), StoreError> {
        let defer = match self.is_server() {
            false => "PRAGMA defer_foreign_keys = ON",
            true => "SET CONSTRAINTS ALL DEFERRED",
        };
        query(defer).execute(self).await.map(drop)
    }

    /// Makes what was done in a transaction durable and seen by others.
    pub async fn commit(self) -> Result<(), StoreError> {
        either!(Connection, self, held => match held {
            Held::Transaction(transaction) => transaction.commit().await?,
            Held::Plain(_) => {}
        });
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
