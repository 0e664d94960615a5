//! Backs up databases, even while they are in use, and restores them.

mod copying;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};

use crate::data_directory::private_file;
use crate::files::{beside, has_log};
use crate::sqlite::upgrade::{check, newest, version};
use crate::{DataDirectory, OpenError, Result, StoreError, replacement};

/// Name of an incomplete database in a data directory.
const PART: &str = "entourage.sqlite.part";

/// Copies the database of a data directory into a new file, even while a server is using it. Returns the size of the copy in bytes.
pub async fn backup(directory: &Path, to: &Path) -> Result<u64, OpenError> {
    let from = replacement::current(&directory.join(DataDirectory::DATABASE));
    if !from.is_file() {
        return Err(OpenError::Absent { path: from });
    }
    if to.exists() {
        return Err(OpenError::Exists { path: to.to_owned() });
    }
    // The file gets its final name only when it is complete.
    let part = beside(to, "part");
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| OpenError::Directory { path, error }
    };
    private_file().truncate(true).open(&part).map_err(failed(&part))?;
    let copied = copy(&from, &part).await;
    let done = copied.and_then(|()| {
        File::open(&part).and_then(|file| file.sync_all()).map_err(failed(&part))?;
        fs::rename(&part, to).map_err(failed(to))?;
        fs::metadata(to).map(|file| file.len()).map_err(failed(to))
    });
    if done.is_err() {
        // Removal fails if the file does not exist; that error can be ignored.
        let _ = fs::remove_file(&part);
    }
    done
}

/// Replaces a data directory's database with the database file `from` and its write-ahead log, which are not changed. Fails while a server
/// is using the directory. With `replace`, keeps an existing database under another name and returns its new path.
pub async fn restore(from: &Path, directory: &Path, replace: bool) -> Result<Option<PathBuf>, OpenError> {
    if !replacement::current(from).is_file() {
        return Err(OpenError::Absent { path: from.to_owned() });
    }
    let directory = DataDirectory::lock(directory)?;
    replacement::finish(directory.path())?;
    let from = &replacement::current(from);
    let place = directory.path().join(DataDirectory::DATABASE);
    if !replace && (place.exists() || has_log(&place)) {
        return Err(OpenError::Occupied { path: place });
    }
    // An interrupted restore may have left this file behind.
    copying::drop_copy(&directory.path().join(PART));
    let part = directory.empty_file(PART)?;
    let put = async {
        copying::copy_with_log(from, &part).await?;
        let pool = open(&part, false).await.map_err(|error| database(from, error))?;
        let checked = check_database(&pool, from).await;
        pool.close().await;
        checked?;
        let failed = |error| OpenError::Directory { path: part.clone(), error };
        File::open(&part).and_then(|file| file.sync_all()).map_err(failed)
    };
    if let Err(error) = put.await {
        copying::drop_copy(&part);
        return Err(error);
    }
    replacement::begin(directory.path(), &part)?;
    replacement::finish(directory.path())
}

async fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    let pool = open(from, false).await.map_err(|error| database(from, error))?;
    let text = to
        .to_str()
        .ok_or_else(|| database(to, StoreError::Unavailable("its path is not valid UTF-8".into())))?;
    let copied = sqlx::query("VACUUM INTO ?").bind(text).execute(&pool).await;
    pool.close().await;
    copied.map_err(|error| OpenError::Copy { path: to.to_owned(), error: error.into() })?;
    let pool = open(to, true).await.map_err(|error| database(to, error))?;
    let whole = check(&pool).await;
    pool.close().await;
    whole.map_err(|error| database(from, error))
}

/// Checks that a file is an intact database of a supported version.
async fn check_database(pool: &SqlitePool, from: &Path) -> Result<(), OpenError> {
    let failed = |error| database(from, error);
    check(pool).await.map_err(failed)?;
    match version(pool).await.map_err(failed)? {
        Some(version) if version > newest() => Err(OpenError::Newer { path: from.to_owned() }),
        Some(_) => Ok(()),
        None => Err(failed(StoreError::Corrupt("it is not an Entourage database".into()))),
    }
}

async fn open(path: &Path, read_only: bool) -> Result<SqlitePool> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .read_only(read_only)
        .busy_timeout(Duration::from_secs(5));
    Ok(SqlitePoolOptions::new().max_connections(1).connect_with(options).await?)
}

fn database(path: &Path, error: StoreError) -> OpenError {
    OpenError::Database { path: path.to_owned(), error }
}
