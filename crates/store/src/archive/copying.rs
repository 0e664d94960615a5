//! Copies a database with its write-ahead log, without changing the original.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::SystemTime;

use super::{database, open};
use crate::data_directory::private_file;
use crate::files::ended;
use crate::sqlite::upgrade::check;
use crate::{OpenError, StoreError};

/// Suffixes of files that can hold changes that are not in the database file yet.
const LOGS: [&str; 2] = ["-wal", "-journal"];
/// Maximum number of attempts to copy files that keep changing.
const MAX_TRIES: usize = 5;

/// Copies a database with its log into an existing empty file, even while a server is using the database.
pub(super) async fn copy_with_log(from: &Path, to: &Path) -> Result<(), OpenError> {
    // While a server uses a database, the index of its log (`-shm`) exists. Copying through SQLite locks that index and so coordinates with
    // the server; if SQLite cannot open the database, no server is running.
    if ended(from, "-shm").exists() {
        match vacuum(from, to).await {
            Err(OpenError::Database { error: StoreError::Unavailable(_), .. }) => drop_copy(to),
            done => return done,
        }
    }
    for _ in 0..MAX_TRIES {
        let before = fingerprint(from);
        copy_files(from, to)?;
        if before == fingerprint(from) {
            return apply_log(from, to).await;
        }
    }
    // The files changed during every attempt, so a server must be running by now; copy through SQLite.
    vacuum(from, to).await
}

pub(super) fn drop_copy(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        // Removal fails if the file does not exist; that error can be ignored.
        let _ = fs::remove_file(ended(path, ending));
    }
}

/// Copies a database with SQLite's `VACUUM INTO`.
async fn vacuum(from: &Path, to: &Path) -> Result<(), OpenError> {
    let pool = open(from, true).await.map_err(|error| database(from, error))?;
    let copied = async {
        check(&pool).await.map_err(|error| database(from, error))?;
        let text = to
            .to_str()
            .ok_or_else(|| database(to, StoreError::Unavailable("its path is not valid UTF-8".into())))?;
        let written = sqlx::query("VACUUM INTO ?").bind(text).execute(&pool).await;
        written.map_err(|error| OpenError::Copy { path: to.to_owned(), error: error.into() })
    };
    let copied = copied.await;
    pool.close().await;
    copied.map(drop)
}

fn copy_files(from: &Path, to: &Path) -> Result<(), OpenError> {
    for ending in [""].into_iter().chain(LOGS) {
        let (from, to) = (ended(from, ending), ended(to, ending));
        let failed = |path: &Path, error| OpenError::Directory { path: path.to_owned(), error };
        let mut source = match File::open(&from) {
            Ok(source) => source,
            Err(error) if error.kind() == ErrorKind::NotFound && !ending.is_empty() => {
                // Remove the file copied by an earlier attempt.
                let _ = fs::remove_file(&to);
                continue;
            }
            Err(error) => return Err(failed(&from, error)),
        };
        let mut copy = private_file().truncate(true).open(&to).map_err(|error| failed(&to, error))?;
        io::copy(&mut source, &mut copy).map_err(|error| failed(&to, error))?;
    }
    Ok(())
}

/// Applies the logs of a copied database and removes them, so that the database is a single file.
async fn apply_log(from: &Path, to: &Path) -> Result<(), OpenError> {
    let failed = |error| database(from, error);
    let pool = open(to, false).await.map_err(failed)?;
    // Closing the last connection also checkpoints the log and removes it.
    let folded = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await;
    pool.close().await;
    folded.map(drop).map_err(|error| failed(error.into()))
}

/// Returns the sizes and modification times of a database's files, which change with every write.
fn fingerprint(path: &Path) -> Vec<Option<(u64, Option<SystemTime>)>> {
    let mark = |file: Metadata| (file.len(), file.modified().ok());
    let endings = ["", "-shm"].into_iter().chain(LOGS);
    endings.map(|ending| fs::metadata(ended(path, ending)).ok().map(mark)).collect()
}
