//! Connections to a database of either kind, statements and rows. Both kinds understand the same statements, in which `$1`, `$2` … are
//! the values.

use sqlx::pool::PoolConnection;
use sqlx::{
    AssertSqlSafe, Column as _, Database, Encode, Row as _, SqlSafeStr, SqlStr, Sqlite, SqlitePool,
    Transaction, Type, sqlite::SqliteRow,
};
#[cfg(feature = "postgres")]
use sqlx::{PgPool, Postgres, postgres::PgRow};

use crate::columns::{Column, FromRow, Raw, Stored, Value, Values};
use crate::{Result, StoreError};

/// Connections to a database.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

/// A connection, perhaps inside a transaction, which is rolled back unless it is committed.
pub(crate) enum Connection {
    Sqlite(Held<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(Held<Postgres>),
}

/// A connection that goes back to its pool.
pub(crate) enum Held<DB: Database> {
    Plain(PoolConnection<DB>),
    Transaction(Transaction<'static, DB>),
}

pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
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

/// Lets a pool run single statements on any of its connections, as [`Connection`] does.
macro_rules! on_any_connection {
    ($($name:ident$(<$row:ident>)?($result:ty))*) => {$(
        pub async fn $name$(<$row: FromRow>)?(
            &self,
            sql: impl SqlSafeStr,
            values: impl Values,
        ) -> Result<$result> {
            self.acquire().await?.$name(sql, values).await
        }
    )*};
}

impl Pool {
    on_any_connection! {
        execute(u64) exists(bool) rows(Vec<Row>) all<T>(Vec<T>) optional<T>(Option<T>) one<T>(T)
    }

    fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    pub async fn acquire(&self) -> Result<Connection> {
        Ok(either!(Pool, self, pool => Connection: Held::Plain(pool.acquire().await?)))
    }

    async fn begin(&self, file: &'static str, server: &'static str) -> Result<Connection> {
        let begin = if self.is_server() { server } else { file };
        Ok(either!(Pool, self, pool => Connection: Held::Transaction(pool.begin_with(begin).await?)))
    }

    /// Begins to read one state of the database: concurrent writes are not seen.
    pub async fn snapshot(&self) -> Result<Connection> {
        self.begin("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    /// Begins a transaction that reads and then writes, alone among those that change the same thing: what it has read stays so.
    pub async fn change(&self, what: impl ToString) -> Result<Connection> {
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

    pub async fn close(&self) {
        either!(Pool, self, pool => pool.close().await);
    }
}

impl Connection {
    fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// Executes a statement, and returns how many rows it changed.
    pub async fn execute(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<u64> {
        let (sql, values) = (sql.into_sql_str(), values.list());
        Ok(either!(Connection, self, held => bound(sql, values).execute(held.inner()).await?.rows_affected()))
    }

    pub async fn rows(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<Vec<Row>> {
        let (sql, values) = (sql.into_sql_str(), values.list());
        Ok(either!(Connection, self, held => {
            bound(sql, values).fetch_all(held.inner()).await?.into_iter().map(Row::from).collect()
        }))
    }

    pub async fn row(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<Option<Row>> {
        let (sql, values) = (sql.into_sql_str(), values.list());
        Ok(either!(Connection, self, held => {
            bound(sql, values).fetch_optional(held.inner()).await?.map(Row::from)
        }))
    }

    /// Executes a statement, and returns what its rows hold.
    pub async fn all<T: FromRow>(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<Vec<T>> {
        self.rows(sql, values).await?.iter().map(T::from_row).collect()
    }

    /// Executes a statement, and returns what its first row holds, if there is one.
    pub async fn optional<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: impl Values,
    ) -> Result<Option<T>> {
        self.row(sql, values).await?.as_ref().map(T::from_row).transpose()
    }

    /// Executes a statement, and returns what its row holds, of which there must be one.
    pub async fn one<T: FromRow>(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<T> {
        let row = self.optional(sql, values).await?;
        row.ok_or_else(|| StoreError::Corrupt("a row is missing".into()))
    }

    pub async fn exists(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<bool> {
        Ok(self.row(sql, values).await?.is_some())
    }

    pub async fn insert<T: Stored>(&mut self, row: &T) -> Result<()> {
        let (table, columns) = (T::TABLE, T::COLUMNS.join(", "));
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({})", places(1, T::COLUMNS.len()));
        self.execute(AssertSqlSafe(sql), row.values()).await.map(drop)
    }

    /// Keeps others from changing a thing, too, until the transaction ends.
    pub async fn lock(&mut self, what: impl ToString) -> Result<()> {
        if self.is_server() {
            // Each statement sees what was committed before it, hence all that the last holder of the lock did.
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
            self.execute(lock, what.to_string()).await?;
        }
        Ok(())
    }

    /// Returns the date by a server's clock, in milliseconds since 1970 (UTC); `None` where there is no server.
    pub async fn date(&mut self) -> Result<Option<i64>> {
        match self.is_server() {
            false => Ok(None),
            true => self.one("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT", ()).await,
        }
    }

    /// Lets rows name others that come later in the transaction.
    pub async fn defer_references(&mut self) -> Result<()> {
        let defer = match self.is_server() {
            false => "PRAGMA defer_foreign_keys = ON",
            true => "SET CONSTRAINTS ALL DEFERRED",
        };
        self.execute(defer, ()).await.map(drop)
    }

    /// Makes what was done in a transaction durable and seen by others.
    pub async fn commit(self) -> Result<()> {
        either!(Connection, self, held => match held {
            Held::Transaction(transaction) => transaction.commit().await?,
            Held::Plain(_) => {}
        });
        Ok(())
    }
}

impl Row {
    pub fn get<T: Column>(&self, name: &str) -> Result<T> {
        self.at(either!(Row, self, row => row.try_column(name)?.ordinal()))
    }

    pub fn at<T: Column>(&self, index: usize) -> Result<T> {
        let name = || either!(Row, self, row => row.column(index).name());
        T::read(T::Raw::of(self, index)?)
            .ok_or_else(|| StoreError::Corrupt(format!("what is stored as {} makes no sense", name())))
    }
}

impl From<SqliteRow> for Row {
    fn from(row: SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

#[cfg(feature = "postgres")]
impl From<PgRow> for Row {
    fn from(row: PgRow) -> Self {
        Self::Postgres(row)
    }
}

macro_rules! raw {
    ($($raw:ty),*) => {$(
        impl Raw for $raw {
            fn of(row: &Row, index: usize) -> Result<Option<Self>> {
                Ok(either!(Row, row, row => row.try_get(index)?))
            }
        }
    )*};
}

raw!(bool, i64, Vec<u8>);

impl Raw for String {
    fn of(row: &Row, index: usize) -> Result<Option<Self>> {
        let text: Option<Self> = either!(Row, row, row => row.try_get(index)?);
        match row {
            Row::Sqlite(_) => Ok(text),
            #[cfg(feature = "postgres")]
            Row::Postgres(_) => {
                let corrupt = || StoreError::Corrupt("a text makes no sense".into());
                text.map(|text| unescaped(text).ok_or_else(corrupt)).transpose()
            }
        }
    }
}

/// Lists so many values of a statement from a number on.
pub(crate) fn places(from: usize, count: usize) -> String {
    (from..from + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

/// Reads the columns of a kept struct; the rest of the statement says from which rows.
pub(crate) fn select<T: Stored>(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("SELECT {} FROM {} {rest}", T::COLUMNS.join(", "), T::TABLE))
}

fn bound<DB: Database>(sql: SqlStr, values: Vec<Value>) -> sqlx::query::Query<'static, DB, DB::Arguments>
where
    Option<String>: Encode<'static, DB> + Type<DB>,
    Option<i64>: Encode<'static, DB> + Type<DB>,
    Option<Vec<u8>>: Encode<'static, DB> + Type<DB>,
    Option<bool>: Encode<'static, DB> + Type<DB>,
{
    let text = if DB::NAME == "PostgreSQL" { escaped } else { |text| text };
    values.into_iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Text(value) => query.bind(value.map(text)),
        Value::Number(value) => query.bind(value),
        Value::Bytes(value) => query.bind(value),
        Value::Truth(value) => query.bind(value),
    })
}

/// Stands before a letter that means another.
const ESCAPE: char = '\u{1a}';
/// The two letters that are written as two, and the second of those.
const ESCAPED: [(char, char); 2] = [('\0', '0'), (ESCAPE, '1')];

/// Writes a text without the letter zero, which PostgreSQL keeps in none: an escape stands for it, as for itself.
fn escaped(text: String) -> String {
    if !text.contains(ESCAPED.map(|(letter, _)| letter)) {
        return text;
    }
    let mut written = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match ESCAPED.into_iter().find(|(known, _)| *known == letter) {
            Some((_, second)) => written.extend([ESCAPE, second]),
            None => written.push(letter),
        }
    }
    written
}

/// Reads what [`escaped`] wrote; `None` if it never wrote this.
#[cfg(any(test, feature = "postgres"))]
fn unescaped(written: String) -> Option<String> {
    if !written.contains(ESCAPE) {
        return Some(written);
    }
    let mut letters = written.chars();
    let mut text = String::with_capacity(written.len());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            ESCAPE => {
                let second = letters.next()?;
                ESCAPED.into_iter().find(|(_, known)| *known == second)?.0
            }
            letter => letter,
        });
    }
    Some(text)
}

impl<DB: Database> Held<DB> {
    fn inner(&mut self) -> &mut DB::Connection {
        match self {
            Self::Plain(connection) => connection,
            Self::Transaction(transaction) => transaction,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_from_what_they_are_written_as() {
        for text in ["", "plain", "a\0b", "\u{1a}", "\u{1a}0", "\u{1a}\0\u{1a}1", "é🦉"] {
            let written = escaped(text.to_owned());
            assert!(!written.contains('\0'));
            assert_eq!(unescaped(written).as_deref(), Some(text));
        }
        for never in ["\u{1a}", "\u{1a}2", "a\u{1a}"] {
            assert_eq!(unescaped(never.to_owned()), None, "{never:?}");
        }
    }
}
