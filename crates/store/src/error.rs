use std::path::PathBuf;
use std::{fmt, io};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The change conflicts with stored data: for example, an ID is taken, or an event's sequence number is not the next one.
    Conflict,
    Missing,
    /// The database is busy, full or unreachable; the operation may succeed later.
    Unavailable(String),
    Corrupt(String),
}

#[derive(Debug)]
pub enum OpenError {
    /// The data directory or a file in it cannot be created, read or written.
    Directory {
        path: PathBuf,
        error: io::Error,
    },
    InUse {
        path: PathBuf,
    },
    Absent {
        path: PathBuf,
    },
    Exists {
        path: PathBuf,
    },
    /// A database already exists, and the caller did not ask to replace it.
    Occupied {
        path: PathBuf,
    },
    /// The database was written by a newer version of Entourage.
    Newer {
        path: PathBuf,
    },
    /// The database cannot be copied, for example before a migration.
    Copy {
        path: PathBuf,
        error: StoreError,
    },
    Server {
        place: String,
        error: StoreError,
    },
    /// The tables on the database server have not been created, or must be migrated.
    Behind {
        place: String,
    },
    Database {
        path: PathBuf,
        error: StoreError,
    },
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

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict => f.write_str("the change conflicts with stored data"),
            Self::Missing => f.write_str("not found in the database"),
            Self::Unavailable(problem) => write!(f, "the database is unavailable: {problem}"),
            Self::Corrupt(problem) => write!(f, "the database is corrupt: {problem}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory { path, error } => write!(f, "cannot use {}: {error}", path.display()),
            Self::InUse { path } => {
                write!(f, "the data directory {} is in use by another server", path.display())
            }
            Self::Absent { path } => write!(f, "{} does not exist", path.display()),
            Self::Exists { path } | Self::Occupied { path } => write!(f, "{} already exists", path.display()),
            Self::Newer { path } => {
                write!(f, "{} was written by a newer version of Entourage", path.display())
            }
            Self::Copy { path, error } => {
                write!(f, "cannot copy the database to {} before migrating it: {error}", path.display())
            }
            Self::Database { path, error } => write!(f, "cannot use {}: {error}", path.display()),
            Self::Server { place, error } => write!(f, "cannot use {place}: {error}"),
            Self::Behind { place } => write!(f, "the schema of {place} is out of date"),
        }
    }
}

impl std::error::Error for OpenError {}

pub(crate) fn some(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(StoreError::Missing) }
}
