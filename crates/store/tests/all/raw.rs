//! A database's file, opened beside the store.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

/// Opens the file with one connection, and makes it where there is none.
///
/// A second connection would keep the tables as it read them first: `CREATE TRIGGER` there finds a trigger that the other has dropped.
pub async fn raw(path: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap()
}
