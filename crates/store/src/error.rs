use std::path::PathBuf;
use std::{fmt, io};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteError;

/// Says why a store could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Somebody was first: the game exists already, or another event has this sequence number, or an earlier one is missing.
    Conflict,
    /// There is no such game.
    Missing,
    /// The database is busy, full or out of reach; what was asked may succeed later.
    Unavailable(String),
    /// What is stored makes no sense.
    Corrupt(String),
}

/// Says why a store could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The data directory or a file in it cannot be made, read or written.
    Directory {
        /// The directory or file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// Another server uses the data directory.
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// There is no such file.
    Absent {
        /// The file.
        path: PathBuf,
    },
    /// The file exists, and is not to be written over.
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// There is a database already, which is to be replaced only if that is said.
    Occupied {
        /// The database file.
        path: PathBuf,
    },
    /// A newer version of the program wrote the database.
    Newer {
        /// The database file.
        path: PathBuf,
    },
    /// The database cannot be copied before it is changed.
    Copy {
        /// The copy.
        path: PathBuf,
        /// Why.
        error: StoreError,
    },
    /// The database on a server cannot be used.
    Server {
        /// The address, without the password.
        place: String,
        /// Why.
        error: StoreError,
    },
    /// The tables on a server are still to be made, or to be brought up to date.
    Behind {
        /// The address, without the password.
        place: String,
    },
    /// The database cannot be used.
    Database {
        /// The database file.
        path: PathBuf,
        /// Why.
        error: StoreError,
    },
}

impl OpenError {
    /// Says the same of a database under another name, as where it was looked at in a copy.
    pub fn named(self, name: &std::path::Path) -> Self {
        let path = name.to_owned();
        match self {
            Self::Newer { .. } => Self::Newer { path },
            Self::Database { error, .. } => Self::Database { path, error },
            other => other,
        }
    }

    /// Tells apart why migrations of a database failed.
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
