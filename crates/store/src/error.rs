use std::io;
use std::path::PathBuf;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The change conflicts with stored data: for example, an ID is taken, or an event's sequence number is not the next one.
    #[error("the change conflicts with stored data")]
    Conflict,
    #[error("not found in the database")]
    Missing,
    /// The database is busy, full or unreachable; the operation may succeed later.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    #[error("the database is corrupt: {0}")]
    Corrupt(String),
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data directory or a file in it cannot be created, read or written.
    #[error("cannot use {path}: {error}")]
    Directory { path: PathBuf, error: io::Error },
    #[error("the data directory {path} is in use by another server")]
    InUse { path: PathBuf },
    #[error("{path} does not exist")]
    Absent { path: PathBuf },
    #[error("{path} already exists")]
    Exists { path: PathBuf },
    /// A database already exists, and the caller did not ask to replace it.
    #[error("{path} already exists")]
    Occupied { path: PathBuf },
    /// The database was written by a newer version of Entourage.
    #[error("{path} was written by a newer version of Entourage")]
    Newer { path: PathBuf },
    /// The database cannot be copied, for example before a migration.
    #[error("cannot copy the database to {path} before migrating it: {error}")]
    Copy { path: PathBuf, error: StoreError },
    #[error("cannot use {place}: {error}")]
    Server { place: String, error: StoreError },
    /// The tables on the database server have not been created, or must be migrated.
    #[error("the schema of {place} is out of date")]
    Behind { place: String },
    #[error("cannot use {path}: {error}")]
    Database { path: PathBuf, error: StoreError },
}

impl OpenError {
    /// Replaces the path in the error: for example, the path of a copy with the path of the original.
    pub fn named(self, name: &std::path::Path) -> Self {
        let path = name.to_owned();
        match self {
            Self::Newer { .. } => Self::Newer { path },
            Self::Database { error, .. } => Self::Database { path, error },
            other => other,
        }
    }

    pub(crate) fn of_migration(
        place: PathBuf,
        error: MigrateError,
        unusable: impl FnOnce(StoreError) -> Self,
    ) -> Self {
        match error {
            MigrateError::VersionMissing(_) => Self::Newer { path: place },
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => unusable(error.into()),
            other => unusable(StoreError::Corrupt(other.to_string())),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(inner) if inner.is_unique_violation() => Self::Conflict,
            sqlx::Error::Database(inner) if inner.is_foreign_key_violation() => Self::Missing,
            sqlx::Error::Database(inner) => match inner.code().as_deref() {
                // PostgreSQL's error codes `data_corrupted` and `index_corrupted`.
                Some("XX001" | "XX002") => Self::Corrupt(inner.message().to_owned()),
                Some(code) if inner.try_downcast_ref::<SqliteError>().is_some() => {
                    // SQLite's primary result codes CORRUPT and NOTADB, which are the low byte of extended codes.
                    match code.parse::<u32>().unwrap_or(0) & 0xff {
                        11 | 26 => Self::Corrupt(inner.message().to_owned()),
                        _ => Self::Unavailable(inner.message().to_owned()),
                    }
                }
                _ => Self::Unavailable(inner.message().to_owned()),
            },
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Corrupt(error.to_string()),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(error: getrandom::Error) -> Self {
        Self::Unavailable(error.to_string())
    }
}

pub(crate) fn some(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(StoreError::Missing) }
}
