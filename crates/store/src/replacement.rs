//! Crash-safe replacement of a database: at any point, a restart finds either the old or the new database intact.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::files::{beside, ended};
use crate::{DataDirectory, OpenError};

/// Suffixes of a database's files; the database itself comes last.
const ENDINGS: [&str; 4] = ["-wal", "-shm", "-journal", ""];

/// Returns the file that holds a database: `path`, or the complete file that is about to replace it.
pub(crate) fn current(path: &Path) -> PathBuf {
    let pending = pending(path);
    if pending.is_file() { pending } else { path.to_owned() }
}

/// Marks a complete and durable file as the replacement for the directory's database. From then on, [`finish`] completes the replacement,
/// even after a crash.
pub(crate) fn begin(directory: &Path, file: &Path) -> Result<(), OpenError> {
    // Old logs must be removed, because SQLite would apply them to a database of the same name.
    let before = beside(&directory.join(DataDirectory::DATABASE), "replaced");
    for ending in ENDINGS {
        let _ = fs::remove_file(ended(&before, ending));
    }
    rename(file, &pending(&directory.join(DataDirectory::DATABASE)))?;
    sync(directory);
    Ok(())
}

/// Completes a pending replacement: renames the old database, its log first, and moves the new one into its place. Returns the new path of
/// the old database.
pub(crate) fn finish(directory: &Path) -> Result<Option<PathBuf>, OpenError> {
    let place = directory.join(DataDirectory::DATABASE);
    let pending = pending(&place);
    if !pending.exists() {
        return Ok(None);
    }
    // After a crash, this returns the same name as before the crash, because the database file itself is moved last.
    let before = beside(&place, "replaced");
    let mut kept = None;
    for ending in ENDINGS {
        if rename(&ended(&place, ending), &ended(&before, ending))? {
            kept = Some(before.clone());
        }
    }
    sync(directory);
    rename(&pending, &place)?;
    sync(directory);
    Ok(kept)
}

/// Returns the path at which a complete database waits to replace the one at `place`.
fn pending(place: &Path) -> PathBuf {
    ended(place, ".restored")
}

/// Renames a file; returns false if it does not exist.
fn rename(from: &Path, to: &Path) -> Result<bool, OpenError> {
    match fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(OpenError::Directory { path: to.to_owned(), error }),
    }
}

/// Makes renames in a directory durable, where the operating system supports it.
fn sync(directory: &Path) {
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}
