//! Takes the place of `postgres` in a build without it: there are no addresses of servers, hence nothing to open.

use std::fmt;

use crate::{OpenError, Store};

/// The address of a database on a PostgreSQL server, of which this build has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostgresAddress {}

impl PostgresAddress {
    pub(crate) fn parse(_: &str) -> Result<Self, String> {
        Err("this build has no PostgreSQL support: build with --features postgres".into())
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Store {
    /// Never called: there is no such address.
    pub async fn connect(address: &PostgresAddress) -> Result<Self, OpenError> {
        match *address {}
    }
}

/// Never called: there is no such address.
pub async fn migrate(address: &PostgresAddress) -> Result<bool, OpenError> {
    match *address {}
}
