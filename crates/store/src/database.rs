//! Connections, statements and rows for SQLite and PostgreSQL. Both use the same SQL; parameters are written `$1`, `$2` and so on.

use sqlx::pool::PoolConnection;
use sqlx::{
    AssertSqlSafe, Column as _, Database, Encode, Row as _, SqlSafeStr, SqlStr, Sqlite, SqlitePool,
    Transaction, Type, sqlite::SqliteRow,
};
#[cfg(feature = "postgres")]
use sqlx::{Postgres, postgres::PgRow};

use crate::columns::{Column, FromRow, Raw, Stored, Value, Values};
#[cfg(feature = "postgres")]
use crate::server_pool::ServerPool;
use crate::{Result, StoreError};

#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(ServerPool),
}

/// A connection, possibly in a transaction; a transaction that is not committed is rolled back when the connection is dropped.
pub(crate) enum Connection {
    Sqlite(Held<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(Held<Postgres>),
}

/// A pooled connection, or a transaction on a pooled connection.
pub(crate) enum Held<DB: Database> {
    Plain(PoolConnection<DB>),
    Transaction(Transaction<'static, DB>),
}

pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

/// Evaluates an expression for either kind of database; with `=> Kind:`, wraps the result in the variant of `Kind` for that database.
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

/// Defines methods of [`Pool`] that acquire a connection and call the [`Connection`] method of the same name.
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

    pub fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    pub async fn acquire(&self) -> Result<Connection> {
        Ok(either!(Pool, self, pool => Connection: Held::Plain(pool.acquire().await?)))
    }

    async fn begin(&self, file: &'static str, server: &'static str) -> Result<Connection> {
        let begin = if self.is_server() { server } else { file };
        Ok(either!(Pool, self, pool => Connection: Held::Transaction(pool.begin_with(begin).await?)))
    }

    /// Begins a read transaction that sees a consistent snapshot of the database.
    pub async fn snapshot(&self) -> Result<Connection> {
        self.begin("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    /// Begins a read-write transaction that holds the lock named `what`, so that transactions with the same lock run one at a time.
    pub async fn change(&self, what: impl ToString) -> Result<Connection> {
        // SQLite has a single writer; taking the write lock at the start prevents conflicts between this transaction and others. On
        // PostgreSQL, the explicit isolation level lets each statement see what was committed before the statement.
        let mut connection = self.begin("BEGIN IMMEDIATE", "BEGIN ISOLATION LEVEL READ COMMITTED").await?;
        connection.lock(what).await?;
        Ok(connection)
    }

    /// Returns the SQL clause that makes a statement lock its rows and skip rows that other transactions have locked.
    pub fn skip_locked(&self) -> &'static str {
        if self.is_server() { "FOR UPDATE SKIP LOCKED" } else { "" }
    }

    /// Returns SQL for a table with the elements of the JSON array `$1` in its column `value`.
    pub fn each(&self) -> &'static str {
        each(self.is_server())
    }

    /// Returns SQL to put after a column name, to test whether its value is in the comma-separated list `$1`.
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

fn each(is_server: bool) -> &'static str {
    if is_server { "json_array_elements($1::json)" } else { "json_each($1)" }
}

impl Connection {
    fn is_server(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// Returns SQL for a table with the elements of the JSON array `$1` in its column `value`.
    pub fn each(&self) -> &'static str {
        each(self.is_server())
    }

    /// Executes a statement and returns the number of changed rows.
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

    pub async fn all<T: FromRow>(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<Vec<T>> {
        self.rows(sql, values).await?.iter().map(T::from_row).collect()
    }

    pub async fn optional<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: impl Values,
    ) -> Result<Option<T>> {
        self.row(sql, values).await?.as_ref().map(T::from_row).transpose()
    }

    /// Executes a query that always returns at least one row, and returns the first.
    pub async fn one<T: FromRow>(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<T> {
        let row = self.optional(sql, values).await?;
        row.ok_or_else(|| StoreError::Corrupt("a required row is missing".into()))
    }

    pub async fn exists(&mut self, sql: impl SqlSafeStr, values: impl Values) -> Result<bool> {
        Ok(self.row(sql, values).await?.is_some())
    }

    pub async fn insert<T: Stored>(&mut self, row: &T) -> Result<()> {
        let (table, columns) = (T::TABLE, T::COLUMNS.join(", "));
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({})", placeholders(1, T::COLUMNS.len()));
        self.execute(AssertSqlSafe(sql), row.values()).await.map(drop)
    }

    /// Acquires the lock named `what` until the transaction ends. Does nothing on SQLite, which has a single writer.
    pub async fn lock(&mut self, what: impl ToString) -> Result<()> {
        if self.is_server() {
            // Later statements in this transaction see what the previous holder of the lock committed.
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
            self.execute(lock, what.to_string()).await?;
        }
        Ok(())
    }

    /// Returns the PostgreSQL server's clock in Unix milliseconds; `None` for SQLite.
    pub async fn date(&mut self) -> Result<Option<i64>> {
        match self.is_server() {
            false => Ok(None),
            true => self.one("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT", ()).await,
        }
    }

    /// Allows rows to refer to rows that are inserted later in the transaction.
    pub async fn defer_references(&mut self) -> Result<()> {
        let defer = match self.is_server() {
            false => "PRAGMA defer_foreign_keys = ON",
            true => "SET CONSTRAINTS ALL DEFERRED",
        };
        self.execute(defer, ()).await.map(drop)
    }

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
            .ok_or_else(|| StoreError::Corrupt(format!("column {} has an invalid value", name())))
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
                let corrupt = || StoreError::Corrupt("a string contains an invalid escape sequence".into());
                text.map(|text| unescaped(text).ok_or_else(corrupt)).transpose()
            }
        }
    }
}

/// Returns `count` comma-separated parameter placeholders, numbered from `from`.
pub(crate) fn placeholders(from: usize, count: usize) -> String {
    (from..from + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

/// Returns a `SELECT` of all columns of a stored type; `rest` follows the table name.
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

/// The first character of an escape sequence.
const ESCAPE: char = '\u{1a}';
/// Characters to escape, each with the second character of its escape sequence.
const ESCAPED: [(char, char); 2] = [('\0', '0'), (ESCAPE, '1')];

/// Escapes NUL characters, which PostgreSQL strings cannot contain.
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

/// Reverses [`escaped`]; returns `None` if an escape sequence is invalid.
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
    fn escaping_round_trips() {
        for text in ["", "plain", "a\0b", "\u{1a}", "\u{1a}0", "\u{1a}\0\u{1a}1", "é🦉"] {
            let written = escaped(text.to_owned());
            assert!(!written.contains('\0'));
            assert_eq!(unescaped(written).as_deref(), Some(text));
        }
        for invalid in ["\u{1a}", "\u{1a}2", "a\u{1a}"] {
            assert_eq!(unescaped(invalid.to_owned()), None, "{invalid:?}");
        }
    }
}
