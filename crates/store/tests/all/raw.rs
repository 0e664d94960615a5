//! A new store, and a database's file, opened beside the store.

use std::path::Path;

use entourage_store::Store;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

/// Opens the file with one connection, and makes it where there is none.
///
/// A second connection would keep the tables as it read them first: `CREATE TRIGGER` there finds a trigger that the other has dropped.
pub async fn raw(path: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap()
}

/// Opens a new store in a directory that goes with the test.
pub async fn fresh() -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path()).await.unwrap();
    (directory, store)
}
