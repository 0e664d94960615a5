//! A database copied into another file with what its log holds, without a change where it comes from.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::SystemTime;

use super::{database, open};
use crate::data_directory::private_file;
use crate::files::ended;
use crate::sqlite::upgrade::check;
use crate::{OpenError, StoreError};

/// The endings of the files beside a database that hold what is not in it yet.
const LOGS: [&str; 2] = ["-wal", "-journal"];
/// How often a copy is tried of files that change meanwhile.
const TRIES: usize = 5;

/// Copies a database with its log into a file that is there and empty. A server may be at work on it.
pub(super) async fn take(from: &Path, to: &Path) -> Result<(), OpenError> {
    // A server that runs on a database has its index of the log beside it. SQLite's locks, which need that file, coordinate with it; where
    // it cannot be used, no server runs.
    if ended(from, "-shm").exists() {
        match vacuum(from, to).await {
            Err(OpenError::Database { error: StoreError::Unavailable(_), .. }) => drop_copy(to),
            done => return done,
        }
    }
    for _ in 0..TRIES {
        let before = marks(from);
        copy_files(from, to)?;
        if before == marks(from) {
            return fold(from, to).await;
        }
    }
    // A server has started meanwhile.
    vacuum(from, to).await
}

/// Removes a copy that is of no use.
pub(super) fn drop_copy(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        // It may not even be there.
        let _ = fs::remove_file(ended(path, ending));
    }
}

/// Has SQLite read a database and write it anew.
async fn vacuum(from: &Path, to: &Path) -> Result<(), OpenError> {
    let pool = open(from, true).await.map_err(|error| database(from, error))?;
    let copied = async {
        check(&pool).await.map_err(|error| database(from, error))?;
        let text =
            to.to_str().ok_or_else(|| database(to, StoreError::Unavailable("its name is no text".into())))?;
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
                // What an earlier try has copied is there no more.
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

/// Brings what its logs hold into a copied database, so that it is one file.
async fn fold(from: &Path, to: &Path) -> Result<(), OpenError> {
    let failed = |error| database(from, error);
    let pool = open(to, false).await.map_err(failed)?;
    // The last to close a database copies its log into it, and removes it.
    let folded = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await;
    pool.close().await;
    folded.map(drop).map_err(|error| failed(error.into()))
}

/// Returns what changes with every write.
fn marks(path: &Path) -> Vec<Option<(u64, Option<SystemTime>)>> {
    let mark = |file: Metadata| (file.len(), file.modified().ok());
    let endings = ["", "-shm"].into_iter().chain(LOGS);
    endings.map(|ending| fs::metadata(ended(path, ending)).ok().map(mark)).collect()
}
