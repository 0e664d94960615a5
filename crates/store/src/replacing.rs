//! A database put in the place of another, so that a start at any moment, even after a crash, finds one or the other whole.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::files::{beside, ended};
use crate::{DataDirectory, OpenError};

/// The files of a database, the one that holds it last.
const ENDINGS: [&str; 4] = ["-wal", "-shm", "-journal", ""];

/// Returns the file that holds a database: its own, or that which is about to be put in its place.
pub(crate) fn current(place: &Path) -> PathBuf {
    let coming = coming(place);
    if coming.is_file() { coming } else { place.to_owned() }
}

/// Resolves that a file, complete and durable, is the directory's database from now on; [`finish`] does the rest, at once or at the next start.
pub(crate) fn begin(directory: &Path, file: &Path) -> Result<(), OpenError> {
    // A log whose database is gone must not become another's.
    let before = beside(&directory.join(DataDirectory::DATABASE), "replaced");
    for ending in ENDINGS {
        let _ = fs::remove_file(ended(&before, ending));
    }
    rename(file, &coming(&directory.join(DataDirectory::DATABASE)))?;
    sync(directory);
    Ok(())
}

/// Does what is left to do of a replacement, if one is under way: what was there goes aside, first its log, then it; then the other one
/// comes in its place. Returns where it is kept.
pub(crate) fn finish(directory: &Path) -> Result<Option<PathBuf>, OpenError> {
    let place = directory.join(DataDirectory::DATABASE);
    let coming = coming(&place);
    if !coming.exists() {
        return Ok(None);
    }
    // After a crash it is the same name as before: the database itself went there last.
    let before = beside(&place, "replaced");
    let mut kept = None;
    for ending in ENDINGS {
        if rename(&ended(&place, ending), &ended(&before, ending))? {
            kept = Some(before.clone());
        }
    }
    sync(directory);
    rename(&coming, &place)?;
    sync(directory);
    Ok(kept)
}

/// Returns where a database stands that is complete and about to be put in its place.
fn coming(place: &Path) -> PathBuf {
    ended(place, ".restored")
}

/// Renames a file, if it is there; returns whether it was.
fn rename(from: &Path, to: &Path) -> Result<bool, OpenError> {
    match fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(OpenError::Directory { path: to.to_owned(), error }),
    }
}

/// Makes what was renamed in a directory durable, where the system can.
fn sync(directory: &Path) {
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}
