use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::{OpenError, Room};

/// A data directory that this process holds alone; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    _lock: File,
}

impl DataDirectory {
    pub const DATABASE: &str = "entourage.sqlite";

    /// Makes the directory if need be, readable by its owner only, and locks it. One that held a database before is closed to others.
    pub fn lock(path: &Path) -> Result<Self, OpenError> {
        let failed = |path: &Path, error| OpenError::Directory { path: path.to_owned(), error };
        create_private(path).map_err(|error| failed(path, error))?;
        let lock_path = path.join("entourage.lock");
        // A directory that is other people's, too, is theirs to close.
        if lock_path.exists() && !is_shared(path) {
            tighten(path, 0o700).map_err(|error| failed(path, error))?;
        }
        let lock = private_file().open(&lock_path).map_err(|error| failed(&lock_path, error))?;
        tighten(&lock_path, 0o600).map_err(|error| failed(&lock_path, error))?;
        give(&lock_path, path).map_err(|error| failed(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(&lock_path, error)),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in it, which is made if need be, and is readable by its owner only from now on.
    pub fn file(&self, name: &str) -> Result<PathBuf, OpenError> {
        self.opened(name, false)
    }

    /// Returns the path of a file in it as [`file`](Self::file) does, with nothing in it.
    pub fn empty_file(&self, name: &str) -> Result<PathBuf, OpenError> {
        self.opened(name, true)
    }

    fn opened(&self, name: &str, emptied: bool) -> Result<PathBuf, OpenError> {
        let path = self.path.join(name);
        let opened = private_file().truncate(emptied).open(&path).and_then(|_| tighten(&path, 0o600));
        match opened.and_then(|()| give(&path, &self.path)) {
            Ok(()) => Ok(path),
            Err(error) => Err(OpenError::Directory { path, error }),
        }
    }

    pub fn room(&self) -> Room {
        match (fs4::available_space(&self.path), fs4::total_space(&self.path)) {
            (Ok(free), Ok(all)) => Room::of(free, all),
            _ => Room::UNKNOWN,
        }
    }
}

/// Takes what others may do with a file or directory away, where it is not theirs to say.
#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::metadata(path)?.permissions();
    let narrow = permissions.mode() & 0o7777 & mode;
    match narrow == permissions.mode() & 0o7777 {
        true => Ok(()),
        false => fs::set_permissions(path, fs::Permissions::from_mode(narrow)),
    }
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}

/// Gives a file that the administrator has made to the owner of its directory: the server, which runs as another user, must open it. A
/// link is not followed.
#[cfg(unix)]
fn give(path: &Path, directory: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, lchown};
    const ADMINISTRATOR: u32 = 0;
    let (file, directory) = (fs::symlink_metadata(path)?, fs::metadata(directory)?);
    match file.uid() == ADMINISTRATOR && directory.uid() != ADMINISTRATOR {
        true => lchown(path, Some(directory.uid()), Some(directory.gid())),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn give(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Returns whether every user may put files into a directory, as into `/tmp`.
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

/// Makes a directory and those above it. Game ids are secrets, so other users of the machine are kept out.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens or makes files that only their owner may read.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
