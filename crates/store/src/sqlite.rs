//! A database in one file: how it is opened, written to by one connection, and closed.

mod committer;
pub(crate) mod upgrade;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use self::committer::Committer;
use crate::database::Pool;
use crate::files::has_log;
use crate::{DataDirectory, OpenError, Room, StoreError, replacing};

/// The number of connections that read while another writes.
const READERS: u32 = 4;
/// How often the log is copied into the database: the disk is busy with it for a moment, and a page that changed often is copied once.
const COPYING: Duration = Duration::from_secs(5);
/// The pages of log at which a writer copies them itself, because the copier has not, and others wait.
const MOST_LOGGED: &str = "131072";
/// The bytes of a page of a new database: an event writes one, since each game's events stand on pages of their own.
const PAGE: u32 = 1024;
/// The kilobytes of the database that the writing connection keeps at hand.
const CACHED: &str = "-32000";

/// What a store in a file has beside its connections.
#[derive(Debug)]
pub(crate) struct SqliteFile {
    path: PathBuf,
    pub(crate) committer: Committer,
    directory: DataDirectory,
    /// Copies what the log has gathered into the database, while others write.
    copier: SqlitePool,
    copying: JoinHandle<()>,
}

impl SqliteFile {
    /// Opens the database in a data directory, which is made if need be, and returns the pools for writing and reading with it. The database is read through whether it is whole; an older one is
    /// copied beside itself and brought up to date.
    pub async fn open(directory: &Path) -> Result<(Pool, Pool, Self), OpenError> {
        let directory = DataDirectory::lock(directory)?;
        replacing::finish(directory.path())?;
        found(&directory).await?;
        let path = directory.file(DataDirectory::DATABASE)?;
        let database = |error: sqlx::Error| OpenError::Database { path: path.clone(), error: error.into() };
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .page_size(PAGE)
            .journal_mode(SqliteJournalMode::Wal)
            // WAL alone keeps the database whole; FULL makes each commit durable before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What is removed is overwritten: a key that was replaced leaves no trace, hash or not.
            .pragma("secure_delete", "ON")
            .busy_timeout(Duration::from_secs(5));
        // A connection to a file needs no asking whether it is still there.
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(Duration::from_secs(5))
            .test_before_acquire(false)
            .before_acquire(|connection, _| Box::pin(is_usable(connection)));
        // SQLite has one writer at a time, and a queue here is fairer than its busy waiting.
        let single = pool.clone().max_connections(1);
        let writing = options.clone().pragma("wal_autocheckpoint", MOST_LOGGED).pragma("cache_size", CACHED);
        let writer = single.clone().connect_with(writing).await.map_err(database)?;
        if let Err(error) = upgrade::upgrade(&directory, &path, &writer).await {
            writer.close().await;
            return Err(error);
        }
        let readers = pool.max_connections(READERS).connect_with(options.clone()).await.map_err(database)?;
        let copier = single.connect_with(options).await.map_err(database)?;
        let writer = Pool::Sqlite(writer);
        let (committer, copying) = (Committer::start(writer.clone()), tokio::spawn(copy_log(copier.clone())));
        Ok((writer, Pool::Sqlite(readers), Self { path, committer, directory, copier, copying }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn room(&self) -> Room {
        self.directory.room()
    }

    /// Writes back what the log holds, and closes all connections.
    pub async fn close(&self, writer: &Pool, readers: &Pool) {
        self.copying.abort();
        self.copier.close().await;
        readers.close().await;
        // A refused checkpoint loses nothing: the next start reads the write-ahead log.
        let _ = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)", ()).await;
        writer.close().await;
    }
}

impl Drop for SqliteFile {
    fn drop(&mut self) {
        self.copying.abort();
    }
}

/// Returns whether a connection is outside any transaction, so that it can begin one; it is thrown away otherwise.
///
/// SQLite itself rolls some failures back, such as a full disk, after which rolling back once more fails: the connection would be
/// taken to be inside that transaction for ever.
async fn is_usable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // A transaction that was given up is rolled back by now, if it can be.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Copies what the log has gathered into the database, again and again, so that those who write never do. What is copied while others
/// write is durable in the log as well; the next write after all is copied begins the log anew.
async fn copy_log(copier: SqlitePool) {
    let mut clock = interval(COPYING);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        // Where it fails, the writer copies.
        let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&copier).await;
    }
}

/// Makes a database without games in a data directory that has none. One that has lost what it held is refused: an empty one would
/// hide that the games are gone.
async fn found(directory: &DataDirectory) -> Result<(), OpenError> {
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
