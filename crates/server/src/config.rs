use std::net::SocketAddr;
use std::path::PathBuf;

use entourage_jobs::{NatsAddress, Timeouts};
use entourage_kernel::Language;
use entourage_store::DatabaseAddress;
use etcetera::BaseStrategy;

use crate::limits::Limits;
use crate::proxies::Proxies;
use crate::push::endpoints::PushService;
use crate::serve_error::ServeError;
use crate::workers::Smtp;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    pub host: String,
    pub port: u16,
    /// Directory of the database file; by default `entourage` in the user's data directory.
    pub data: Option<PathBuf>,
    /// A database to use instead of `data`; several processes can share a PostgreSQL database.
    pub database: Option<DatabaseAddress>,
    /// NATS server over which processes that share a database notify each other; if `None`, they poll the database.
    pub nats: Option<NatsAddress>,
    pub nats_prefix: String,
    /// How long the server waits for workers that run jobs over NATS.
    pub patience: Timeouts,
    pub open: bool,
    pub limits: Limits,
    /// Trusted proxies, whose `X-Forwarded-For` header identifies the client.
    pub proxies: Proxies,
    /// Public address of the site, without a trailing slash, for links in e-mails. If set, requests for other
    /// host names are refused.
    pub address: Option<String>,
    /// Days of inactivity after which a game is deleted if no second move was made; `None` means never.
    pub forget_after: Option<u32>,
    /// Address on which Prometheus metrics are served.
    pub metrics: Option<SocketAddr>,
    pub mail: Option<Smtp>,
    /// Push services to allow in addition to those of common browsers.
    pub push_services: Vec<PushService>,
    pub language: Language,
}

impl Config {
    pub const PORT: u16 = 7878;
    pub const FILE: &str = entourage_store::DataDirectory::DATABASE;

    pub const NATS_PREFIX: &str = "entourage";

    /// Returns the database's address; fails if none is configured and the user has no home directory.
    pub fn database_address(&self) -> Result<DatabaseAddress, ServeError> {
        match &self.database {
            Some(address) => Ok(address.clone()),
            None => self.data_directory().map(DatabaseAddress::Sqlite),
        }
    }

    pub fn data_directory(&self) -> Result<PathBuf, ServeError> {
        if let Some(directory) = &self.data {
            return Ok(directory.clone());
        }
        let user = etcetera::base_strategy::choose_native_strategy().map_err(|_| ServeError::NoHome)?;
        Ok(user.data_dir().join("entourage"))
    }
}

/// By default, the server listens on loopback only, so that it is not exposed by accident.
impl Default for Config {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: Self::PORT,
            data: None,
            database: None,
            nats: None,
            nats_prefix: Self::NATS_PREFIX.into(),
            patience: Timeouts::default(),
            open: false,
            limits: Limits::default(),
            proxies: Proxies::default(),
            address: None,
            forget_after: Some(30),
            metrics: None,
            mail: None,
            push_services: Vec::new(),
            language: Language::English,
        }
    }
}
