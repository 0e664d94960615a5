//! A database that is made where there is none, and only there.

use std::fs;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::PAGE;
use crate::files::has_log;
use crate::{DataDirectory, OpenError, StoreError};

/// Makes a database without games in a data directory that has none. One that has lost what it held is none: nobody would hear that
/// their games are gone.
pub(super) async fn found(directory: &DataDirectory) -> Result<(), OpenError> {
    let path = directory.path().join(DataDirectory::DATABASE);
    let damaged =
        |what: &str| OpenError::Database { path: path.clone(), error: StoreError::Corrupt(what.into()) };
    match fs::metadata(&path) {
        Ok(file) if file.len() == 0 => return Err(damaged("it is empty")),
        Ok(_) => return Ok(()),
        Err(_) if has_log(&path) => return Err(damaged("only its log is there")),
        Err(_) => {}
    }
    // Under its name it is never empty, not even after a crash just now.
    let new = directory.empty_file(&format!("{}.new", DataDirectory::DATABASE))?;
    let begun = begin(&new).await;
    begun.map_err(|error| OpenError::Database { path: new.clone(), error: error.into() })?;
    fs::rename(&new, &path).map_err(|error| OpenError::Directory { path, error })
}

/// Writes the first page of a database.
async fn begin(path: &Path) -> Result<(), sqlx::Error> {
    let options =
        SqliteConnectOptions::new().filename(path).page_size(PAGE).journal_mode(SqliteJournalMode::Wal);
    let connection: SqliteConnection = options.connect().await?;
    connection.close().await
}
