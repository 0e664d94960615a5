use std::path::PathBuf;
use std::{fmt, io};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

/// What most methods of a store return.
pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a store could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another was first: the game exists already, or another event has this sequence number, or an earlier one is missing.
    Conflict,
    Missing,
    /// The database is busy, full or out of reach; what was asked may succeed later.
    Unavailable(String),
    Corrupt(String),
}

/// Why a store could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The data directory or a file in it cannot be made, read or written.
    Directory {
        path: PathBuf,
        error: io::Error,
    },
    /// Another server uses the data directory.
    InUse {
        path: PathBuf,
    },
    Absent {
        path: PathBuf,
    },
    /// The file exists, and is not to be written over.
    Exists {
        path: PathBuf,
    },
    /// There is a database already, which is to be replaced only if that is said.
    Occupied {
        path: PathBuf,
    },
    /// A newer version of the program wrote the database.
    Newer {
        path: PathBuf,
    },
    /// The database cannot be copied before it is changed.
    Copy {
        path: PathBuf,
        error: StoreError,
    },
    /// The database on a server cannot be used.
    Server {
        place: String,
        error: StoreError,
    },
    /// The tables on a server are still to be made, or to be brought up to date.
    Behind {
        place: String,
    },
    /// The database cannot be used.
    Database {
        path: PathBuf,
        error: StoreError,
    },
}

impl OpenError {
    /// Returns the same error of a database under another name, as where it was looked at in a copy.
    pub fn named(self, name: &std::path::Path) -> Self {
        let path = name.to_owned();
        match self {
            Self::Newer { .. } => Self::Newer { path },
            Self::Database { error, .. } => Self::Database { path, error },
            other => other,
        }
    }

    /// Distinguishes why migrations of a database failed.
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
                // PostgreSQL's data_corrupted and index_corrupted.
                Some("XX001" | "XX002") => Self::Corrupt(inner.message().to_owned()),
                Some(code) if inner.try_downcast_ref::<SqliteError>().is_some() => {
                    // SQLite's primary result codes CORRUPT and NOTADB; the extended ones keep them in the low byte.
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
            Self::Conflict => f.write_str("another was stored first"),
            Self::Missing => f.write_str("there is no such game"),
            Self::Unavailable(problem) => write!(f, "the database is not available: {problem}"),
            Self::Corrupt(problem) => write!(f, "the database is damaged: {problem}"),
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
            Self::Absent { path } => write!(f, "there is no {}", path.display()),
            Self::Exists { path } | Self::Occupied { path } => write!(f, "{} exists", path.display()),
            Self::Newer { path } => write!(f, "{} was written by a newer version", path.display()),
            Self::Copy { path, error } => {
                write!(
                    f,
                    "cannot copy the database to {} before it is brought up to date: {error}",
                    path.display()
                )
            }
            Self::Database { path, error } => write!(f, "cannot use {}: {error}", path.display()),
            Self::Server { place, error } => write!(f, "cannot use {place}: {error}"),
            Self::Behind { place } => write!(f, "the tables in {place} are not up to date"),
        }
    }
}

impl std::error::Error for OpenError {}

/// Checks that what was to be changed is there.
pub(crate) fn some(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(StoreError::Missing) }
}
