use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::{DiskSpace, OpenError};

/// A data directory locked by this process; the operating system releases the lock when the process ends.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    _lock: File,
}

impl DataDirectory {
    pub const DATABASE: &str = "entourage.sqlite";

    /// Creates the directory if necessary, accessible only to its owner, and locks it. An existing data directory is restricted
    /// to its owner, too.
    pub fn lock(path: &Path) -> Result<Self, OpenError> {
        let failed = |path: &Path, error| OpenError::Directory { path: path.to_owned(), error };
        create_private(path).map_err(|error| failed(path, error))?;
        let lock_path = path.join("entourage.lock");
        // A directory shared with other users must keep its permissions.
        if lock_path.exists() && !is_shared(path) {
            tighten(path, 0o700).map_err(|error| failed(path, error))?;
        }
        let lock = private_file().open(&lock_path).map_err(|error| failed(&lock_path, error))?;
        tighten(&lock_path, 0o600).map_err(|error| failed(&lock_path, error))?;
        hand_to_owner(&lock_path, path).map_err(|error| failed(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(&lock_path, error)),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a file in the directory if necessary, makes it readable by its owner only, and returns its path.
    pub fn file(&self, name: &str) -> Result<PathBuf, OpenError> {
        self.opened(name, false)
    }

    /// Like [`file`](Self::file), but truncates the file.
    pub fn empty_file(&self, name: &str) -> Result<PathBuf, OpenError> {
        self.opened(name, true)
    }

    fn opened(&self, name: &str, truncate: bool) -> Result<PathBuf, OpenError> {
        let path = self.path.join(name);
        let opened = private_file().truncate(truncate).open(&path).and_then(|_| tighten(&path, 0o600));
        match opened.and_then(|()| hand_to_owner(&path, &self.path)) {
            Ok(()) => Ok(path),
            Err(error) => Err(OpenError::Directory { path, error }),
        }
    }

    pub fn disk_space(&self) -> DiskSpace {
        match (fs4::available_space(&self.path), fs4::total_space(&self.path)) {
            (Ok(free), Ok(all)) => DiskSpace::of(free, all),
            _ => DiskSpace::UNKNOWN,
        }
    }
}

/// Removes permissions that are not in `mode`.
#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::metadata(path)?.permissions();
    let narrowed = permissions.mode() & 0o7777 & mode;
    match narrowed == permissions.mode() & 0o7777 {
        true => Ok(()),
        false => fs::set_permissions(path, fs::Permissions::from_mode(narrowed)),
    }
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}

/// Gives a file that root created the same owner as its directory, so that a server running as that user can open the file. Does not follow
/// symbolic links.
#[cfg(unix)]
fn hand_to_owner(path: &Path, directory: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, lchown};
    const ROOT: u32 = 0;
    let (file, directory) = (fs::symlink_metadata(path)?, fs::metadata(directory)?);
    match file.uid() == ROOT && directory.uid() != ROOT {
        true => lchown(path, Some(directory.uid()), Some(directory.gid())),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn hand_to_owner(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Returns whether any user can create files in a directory, such as `/tmp`.
#[cfg(unix)]
fn is_shared(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const STICKY: u32 = 0o1000;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & STICKY != 0)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

/// Creates a directory and its parents, accessible only to their owner, because the data is private.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Returns options for files that only their owner can read.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
