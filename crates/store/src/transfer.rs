//! Transfers all data from one database to another; each can be SQLite or PostgreSQL.

use sqlx::AssertSqlSafe;

use crate::columns::Value;
use crate::database::{Connection, placeholders};
use crate::{DatabaseAddress, OpenError, Result, Store, StoreError, migrate};

/// Why a transfer failed; the target is unchanged, except after `Differs`.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the database {0} is not empty")]
    Occupied(String),
    /// The content of this table differs between source and target after the transfer.
    #[error("table {0} differs between source and target")]
    Differs(&'static str),
}

/// A table to transfer, parsed from a line of [`TABLES`].
struct Table {
    name: &'static str,
    /// The column by which a large table is divided into batches; `None` if the whole table is read at once.
    key: Option<&'static str>,
    order: &'static str,
    /// The table's columns, by type: text, numbers, bytes and booleans.
    columns: [Vec<&'static str>; 4],
}

impl Table {
    fn all() -> impl Iterator<Item = Self> {
        TABLES.lines().filter(|line| !line.is_empty()).map(|line| {
            let mut fields = line.split('|').map(str::trim);
            let mut next = || fields.next().unwrap_or_default();
            let (name, key, order) = (next(), Some(next()).filter(|key| !key.is_empty()), next());
            Self { name, key, order, columns: [(); 4].map(|()| next().split_whitespace().collect()) }
        })
    }

    fn columns(&self) -> String {
        self.columns.concat().join(", ")
    }
}

/// All tables; referenced tables come first. Triggers on games and events fire during the transfer, but affect only tables that are still
/// empty, counts of positions (which are not sent), deadlines (which are deleted before the source's are sent), and game versions (which
/// only have to increase).
///
/// `name | batch key | order of rows | texts | numbers | bytes | booleans`
const TABLES: &str = include_str!("transfer/tables.txt");

/// Number of keys (such as games or accounts) whose rows are transferred in one batch.
const BATCH: i64 = 256;

/// Transfers all data into an empty database, whose tables are created if necessary, then reads the target and compares every row. The
/// source is read in one snapshot and can stay in use; the target must not be in use. Returns the number of rows.
pub async fn transfer(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<u64, TransferError> {
    let source = Store::at(from).await?;
    if let DatabaseAddress::Postgres(to) = to {
        migrate(to).await?;
    }
    let target = Store::at(to).await?;
    let moved = send_and_compare(&source, &target).await;
    source.close().await;
    target.close().await;
    moved
}

async fn send_and_compare(source: &Store, target: &Store) -> Result<u64, TransferError> {
    // Sending and comparing use the same snapshot.
    let mut reading = source.readers.snapshot().await.map_err(unusable(source))?;
    send(source, &mut reading, target).await?;
    compare(source, &mut reading, target).await
}

async fn send(source: &Store, reading: &mut Connection, target: &Store) -> Result<(), TransferError> {
    let (unread, unwritten) = (unusable(source), unusable(target));
    let mut writing = target.writer.change("transfer").await.map_err(&unwritten)?;
    for table in Table::all() {
        let kept = AssertSqlSafe(format!("SELECT 1 FROM {} LIMIT 1", table.name));
        if writing.exists(kept, ()).await.map_err(&unwritten)? {
            return Err(TransferError::Occupied(target.place()));
        }
    }
    // Definitions refer to each other, so the database must check references only at the end.
    writing.defer_references().await.map_err(&unwritten)?;
    for table in Table::all() {
        if table.name == "deadlines" {
            writing.execute("DELETE FROM deadlines", ()).await.map_err(&unwritten)?;
        }
        let mut after = Some(String::new());
        while let Some(start) = after {
            let (rows, last) = table.read(start, reading).await.map_err(&unread)?;
            for row in rows {
                table.write(row, &mut writing).await.map_err(&unwritten)?;
            }
            after = last;
        }
    }
    writing.commit().await.map_err(&unwritten)
}

/// Compares all rows and returns their number.
async fn compare(source: &Store, sent: &mut Connection, target: &Store) -> Result<u64, TransferError> {
    let (unread, unwritten) = (unusable(source), unusable(target));
    let mut arrived = target.readers.snapshot().await.map_err(&unwritten)?;
    let mut count = 0;
    for table in Table::all() {
        let mut after = Some(String::new());
        while let Some(start) = after {
            let (rows, last) = table.read(start.clone(), sent).await.map_err(&unread)?;
            if table.read(start, &mut arrived).await.map_err(&unwritten)? != (rows.clone(), last.clone()) {
                return Err(TransferError::Differs(table.name));
            }
            count += rows.len() as u64;
            after = last;
        }
    }
    Ok(count)
}

fn unusable(store: &Store) -> impl Fn(StoreError) -> TransferError {
    |error| TransferError::Open(store.unusable(error))
}

type Values = Vec<Value>;

impl Table {
    /// Reads a batch of rows with keys greater than `after`; also returns its last key if there may be more rows.
    async fn read(&self, after: String, connection: &mut Connection) -> Result<(Vec<Values>, Option<String>)> {
        let (name, columns, order) = (self.name, self.columns(), self.order);
        let (rows, last) = match self.key {
            None => {
                let rows = format!("SELECT {columns} FROM {name} ORDER BY {order}");
                (connection.rows(AssertSqlSafe(rows), ()).await?, None)
            }
            Some(key) => {
                let last = format!(
                    "SELECT MAX(name) FROM
                     (SELECT DISTINCT {key} AS name FROM {name} WHERE {key} > $1 ORDER BY 1 LIMIT $2) AS names"
                );
                let last: Option<String> = connection.one(AssertSqlSafe(last), (&after, BATCH)).await?;
                let Some(last) = last else { return Ok((vec![], None)) };
                let rows =
                    format!("SELECT {columns} FROM {name} WHERE {key} > $1 AND {key} <= $2 ORDER BY {order}");
                (connection.rows(AssertSqlSafe(rows), (after, &last)).await?, Some(last))
            }
        };
        let mut read = Vec::new();
        for row in rows {
            let mut values = Vec::new();
            let [texts, numbers, bytes, truths] = &self.columns;
            for column in texts {
                values.push(Value::Text(row.get(column)?));
            }
            for column in numbers {
                values.push(Value::Number(row.get(column)?));
            }
            for column in bytes {
                values.push(Value::Bytes(row.get(column)?));
            }
            for column in truths {
                values.push(Value::Truth(row.get(column)?));
            }
            read.push(values);
        }
        Ok((read, last))
    }

    async fn write(&self, row: Values, connection: &mut Connection) -> Result<()> {
        let (name, columns, placeholders) = (self.name, self.columns(), placeholders(1, row.len()));
        let insert = format!("INSERT INTO {name} ({columns}) VALUES ({placeholders})");
        connection.execute(AssertSqlSafe(insert), row).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Tables that are not transferred: internal tables of SQLite and sqlx, tables of old versions, and counts that triggers make.
    const OTHERS: [&str; 4] = ["_sqlx_migrations", "games_named_by_keys", "openings.", "sqlite_sequence"];

    #[tokio::test]
    async fn every_column_of_every_table_is_sent() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).await.unwrap();
        let columns = "SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'";
        let columns: Vec<String> = store.readers.all(columns, ()).await.unwrap();
        let kept: BTreeSet<String> = columns
            .into_iter()
            .filter(|name| !OTHERS.iter().any(|other| name.starts_with(other)))
            .filter(|name| name != "games.version" && !name.ends_with(".leased"))
            .collect();
        let sent = Table::all().flat_map(|table| {
            table.columns.concat().into_iter().map(move |column| format!("{}.{column}", table.name))
        });
        assert_eq!(sent.collect::<BTreeSet<_>>(), kept);
        store.close().await;
    }
}
