//! Opening and closing a SQLite database, and its single writer.

pub(crate) mod upgrade;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::database::Pool;
use crate::files::has_log;
use crate::{DataDirectory, DiskSpace, OpenError, StoreError, replacement};

const READER_CONNECTIONS: u32 = 4;
/// Interval between checkpoints of the write-ahead log. A checkpoint briefly occupies the disk, but writes each page only once, however
/// often it has changed.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);
/// Size of the write-ahead log, in pages, at which a commit also runs a checkpoint, which delays other writes.
const AUTOCHECKPOINT: &str = "131072";
/// Page size of new databases in bytes. Storing an event rewrites a whole page, and events of different games rarely share a page, so
/// small pages reduce the amount of data written.
const PAGE_SIZE: u32 = 1024;
/// Cache size of the writing connection in kibibytes (negative by SQLite's convention).
const CACHE_SIZE: &str = "-32000";

#[derive(Debug)]
pub(crate) struct SqliteFile {
    path: PathBuf,
    directory: DataDirectory,
    /// Runs checkpoints of the write-ahead log concurrently with writes.
    checkpointer: SqlitePool,
    checkpointing: JoinHandle<()>,
}

impl SqliteFile {
    /// Opens a data directory's database, creating the directory and the database if necessary. Checks, backs up and
    /// migrates older versions. Returns the pools for writing and reading, and the opened file.
    pub async fn open(directory: &Path) -> Result<(Pool, Pool, Self), OpenError> {
        let directory = DataDirectory::lock(directory)?;
        replacement::finish(directory.path())?;
        create(&directory).await?;
        let path = directory.file(DataDirectory::DATABASE)?;
        let database = |error: sqlx::Error| OpenError::Database { path: path.clone(), error: error.into() };
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .page_size(PAGE_SIZE)
            .journal_mode(SqliteJournalMode::Wal)
            // WAL mode alone protects against corruption; `FULL` also makes each commit durable before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // Overwrites deleted data, so that no trace of a replaced key or its hash remains.
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(5));
        // Connections to a local file cannot be lost, so they need no test before use.
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(Duration::from_secs(5))
            .test_before_acquire(false)
            .before_acquire(|connection, _| Box::pin(is_usable(connection)));
        // SQLite has one writer at a time; a queue for a single connection is fairer than SQLite's busy waiting.
        let single = pool.clone().max_connections(1);
        let writing =
            options.clone().pragma("wal_autocheckpoint", AUTOCHECKPOINT).pragma("cache_size", CACHE_SIZE);
        let writer = single.clone().connect_with(writing).await.map_err(database)?;
        if let Err(error) = upgrade::upgrade(&directory, &path, &writer).await {
            writer.close().await;
            return Err(error);
        }
        let readers =
            pool.max_connections(READER_CONNECTIONS).connect_with(options.clone()).await.map_err(database)?;
        let checkpointer = single.connect_with(options).await.map_err(database)?;
        let writer = Pool::Sqlite(writer);
        let checkpointing = tokio::spawn(checkpoint(checkpointer.clone()));
        let file = Self { path, directory, checkpointer, checkpointing };
        Ok((writer, Pool::Sqlite(readers), file))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn disk_space(&self) -> DiskSpace {
        self.directory.disk_space()
    }

    /// Checkpoints the write-ahead log and closes all connections.
    pub async fn close(&self, writer: &Pool, readers: &Pool) {
        self.checkpointing.abort();
        self.checkpointer.close().await;
        readers.close().await;
        // A failed checkpoint loses no data: the next start reads the write-ahead log.
        let _ = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)", ()).await;
        writer.close().await;
    }
}

impl Drop for SqliteFile {
    fn drop(&mut self) {
        self.checkpointing.abort();
    }
}

/// Returns whether a connection is outside any transaction and can be reused; if not, the pool discards the connection.
///
/// After some failures, such as a full disk, SQLite itself rolls back; a second rollback then fails, and sqlx would consider the connection
/// to be inside that transaction forever.
async fn is_usable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // Pinging completes the pending rollback of an abandoned transaction.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Checkpoints the write-ahead log periodically, so that writers do not have to. The log remains durable during a checkpoint; after a
/// complete checkpoint, SQLite reuses the log from its beginning.
async fn checkpoint(pool: SqlitePool) {
    let mut clock = interval(CHECKPOINT_INTERVAL);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        // If checkpoints fail, the writer runs one itself once the log reaches `AUTOCHECKPOINT` pages.
        let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await;
    }
}

/// Creates an empty database in a data directory that has none. Fails if a database was probably lost: a new one would hide the loss.
async fn create(directory: &DataDirectory) -> Result<(), OpenError> {
    let path = directory.path().join(DataDirectory::DATABASE);
    let damaged =
        |what: &str| OpenError::Database { path: path.clone(), error: StoreError::Corrupt(what.into()) };
    match fs::metadata(&path) {
        Ok(file) if file.len() == 0 => return Err(damaged("the file is empty")),
        Ok(_) => return Ok(()),
        Err(_) if has_log(&path) => return Err(damaged("only its write-ahead log exists")),
        Err(_) => {}
    }
    // The file gets its final name only when it is valid, so that a crash leaves no invalid database.
    let new = directory.empty_file(&format!("{}.new", DataDirectory::DATABASE))?;
    let initialized = initialize(&new).await;
    initialized.map_err(|error| OpenError::Database { path: new.clone(), error: error.into() })?;
    fs::rename(&new, &path).map_err(|error| OpenError::Directory { path, error })
}

async fn initialize(path: &Path) -> Result<(), sqlx::Error> {
    let options =
        SqliteConnectOptions::new().filename(path).page_size(PAGE_SIZE).journal_mode(SqliteJournalMode::Wal);
    let connection: SqliteConnection = options.connect().await?;
    connection.close().await
}
