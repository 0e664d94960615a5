use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Says where games are kept: `sqlite:DIRECTORY`, a data directory on this machine, or `postgres://USER@HOST:PORT/DATABASE`, a server that
/// many processes share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseAddress {
    /// A data directory.
    Sqlite(PathBuf),
    /// A database on a server.
    Postgres(PostgresAddress),
}

/// Holds the address of a database on a PostgreSQL server. It is never shown with its password, which may also stand in the environment
/// (`PGPASSWORD`) or in `~/.pgpass`.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress(String);

impl PostgresAddress {
    pub(crate) fn options(&self) -> PgConnectOptions {
        // It was read when it was made.
        self.0.parse().unwrap_or_default()
    }
}

impl FromStr for DatabaseAddress {
    type Err = String;

    /// Reads an address.
    ///
    /// # Errors
    /// Says what is wrong with it, without its password.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("sqlite", "")) => Err("sqlite: needs a data directory".into()),
            Some(("sqlite", directory)) => Ok(Self::Sqlite(directory.into())),
            Some(("postgres" | "postgresql", _)) => match text.parse::<PgConnectOptions>() {
                Ok(_) => Ok(Self::Postgres(PostgresAddress(text.to_owned()))),
                Err(error) => Err(format!("this is no address of a PostgreSQL server: {error}")),
            },
            _ => Err("an address begins with sqlite: or postgres://".into()),
        }
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options();
        let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
        write!(f, "postgres://{user}@{host}:{port}/{}", options.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(directory) => write!(f, "sqlite:{}", directory.display()),
            Self::Postgres(address) => fmt::Display::fmt(address, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_never_told_with_their_password() {
        assert_eq!("sqlite:a/b".parse(), Ok(DatabaseAddress::Sqlite("a/b".into())));
        let server: DatabaseAddress = "postgres://ada:secret@db.example:5433/games".parse().unwrap();
        assert_eq!(server.to_string(), "postgres://ada@db.example:5433/games");
        assert!(!format!("{server:?}").contains("secret"));
        for bad in ["", "games", "sqlite:", "mysql://host/games", "postgres://host:port/games"] {
            assert!(bad.parse::<DatabaseAddress>().is_err(), "{bad}");
        }
    }
}
