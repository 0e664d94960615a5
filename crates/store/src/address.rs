use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::PostgresAddress;

/// The address of a database: `sqlite:DIRECTORY` for a local data directory, or `postgres://USER@HOST:PORT/DATABASE` for a server that
/// several processes can share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DatabaseAddress {
    Sqlite(PathBuf),
    Postgres(PostgresAddress),
}

impl FromStr for DatabaseAddress {
    type Err = String;

    /// Parses an address; error messages do not contain the password in the address.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("sqlite", "")) => Err("sqlite: must be followed by the path of a data directory".into()),
            Some(("sqlite", directory)) => Ok(Self::Sqlite(directory.into())),
            Some(("postgres" | "postgresql", _)) => PostgresAddress::parse(text).map(Self::Postgres),
            _ => Err("expected an address beginning with sqlite: or postgres://".into()),
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
    fn addresses_are_parsed() {
        assert_eq!("sqlite:a/b".parse(), Ok(DatabaseAddress::Sqlite("a/b".into())));
        for bad in ["", "games", "sqlite:", "mysql://host/games", "postgres://host:port/games"] {
            assert!(bad.parse::<DatabaseAddress>().is_err(), "{bad}");
        }
    }
}
