use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::OpenError;

/// Holds a data directory for this process alone; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    _lock: File,
}

impl DataDirectory {
    /// Makes the directory if need be, readable by its owner only, and locks it.
    ///
    /// # Errors
    /// `Directory` if it or its lock file cannot be made or written; `InUse` if another process holds it.
    pub fn lock(path: &Path) -> Result<Self, OpenError> {
        let failed = |path: &Path, error| OpenError::Directory { path: path.to_owned(), error };
        create_private(path).map_err(|error| failed(path, error))?;
        let lock_path = path.join("entourage.lock");
        let lock = private_file().open(&lock_path).map_err(|error| failed(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(&lock_path, error)),
        }
    }

    /// Returns the path of a file in it, which is made if need be, readable by its owner only.
    ///
    /// # Errors
    /// `Directory` if the file cannot be opened for reading and writing.
    pub fn file(&self, name: &str) -> Result<PathBuf, OpenError> {
        let path = self.path.join(name);
        match private_file().open(&path) {
            Ok(_) => Ok(path),
            Err(error) => Err(OpenError::Directory { path, error }),
        }
    }
}

/// Makes a directory and those above it. Game ids are secrets, so other users of the machine are kept out.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
