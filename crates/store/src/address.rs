use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::PostgresAddress;

/// Where games are kept: `sqlite:DIRECTORY`, a data directory on this machine, or `postgres://USER@HOST:PORT/DATABASE`, a server that
/// many processes share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseAddress {
    Sqlite(PathBuf),
    Postgres(PostgresAddress),
}

impl FromStr for DatabaseAddress {
    type Err = String;

    /// Parses an address; fails with what is wrong with it, without its password.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("sqlite", "")) => Err("sqlite: needs a data directory".into()),
            Some(("sqlite", directory)) => Ok(Self::Sqlite(directory.into())),
            Some(("postgres" | "postgresql", _)) => PostgresAddress::parse(text).map(Self::Postgres),
            _ => Err("an address begins with sqlite: or postgres://".into()),
        }
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
    fn addresses_are_read() {
        assert_eq!("sqlite:a/b".parse(), Ok(DatabaseAddress::Sqlite("a/b".into())));
        for bad in ["", "games", "sqlite:", "mysql://host/games", "postgres://host:port/games"] {
            assert!(bad.parse::<DatabaseAddress>().is_err(), "{bad}");
        }
    }
}
