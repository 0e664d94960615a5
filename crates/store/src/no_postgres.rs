//! Stubs for builds without PostgreSQL support: no server address can be parsed, so the other functions are unreachable.

use std::fmt;

use crate::{OpenError, Store};

/// The address of a database on a PostgreSQL server; uninhabited in this build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostgresAddress {}

impl PostgresAddress {
    pub(crate) fn parse(_: &str) -> Result<Self, String> {
        Err("this build has no PostgreSQL support; rebuild `entourage` with `--features postgres`".into())
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Store {
    pub async fn connect(address: &PostgresAddress) -> Result<Self, OpenError> {
        match *address {}
    }
}

pub async fn migrate(address: &PostgresAddress) -> Result<bool, OpenError> {
    match *address {}
}
