use std::net::SocketAddr;
use std::path::PathBuf;

use entourage_jobs::{NatsAddress, Patience};
use entourage_kernel::Language;
use entourage_store::DatabaseAddress;
use etcetera::BaseStrategy;

use crate::limits::Limits;
use crate::proxies::Proxies;
use crate::push::endpoints::PushService;
use crate::serve_error::ServeError;
use crate::workers::smtp::Smtp;

/// Says where and how to serve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The name or address to listen on.
    pub host: String,
    /// The port to listen on; 0 lets the system choose.
    pub port: u16,
    /// The directory that keeps the games; `None` is `entourage` under the user's data directory.
    pub data: Option<PathBuf>,
    /// The database that keeps the games instead, which many processes may share.
    pub database: Option<DatabaseAddress>,
    /// The NATS server over which processes that share a database tell each other what happens; without one they look at every heartbeat.
    pub nats: Option<NatsAddress>,
    /// What the subjects on it begin with.
    pub nats_prefix: String,
    /// How long the server waits for workers that do long work over NATS.
    pub patience: Patience,
    /// Whether to open the page in the user's browser once it is served.
    pub open: bool,
    /// How much one address may ask for.
    pub limits: Limits,
    /// The proxies in front, which say in `X-Forwarded-For` who asks.
    pub proxies: Proxies,
    /// The public address of the site, without a slash at its end, for links in messages; requests for other names are refused. Without
    /// it every name is answered to.
    pub address: Option<String>,
    /// After how many days without a second move, and with nothing else happening, a game is forgotten; never if there is none.
    pub forget_after: Option<u32>,
    /// Where what is counted is told to Prometheus; nowhere if it is not said.
    pub metrics: Option<SocketAddr>,
    /// How players are told by e-mail; `None` is not at all.
    pub mail: Option<Smtp>,
    /// Where messages for devices may be handed over beside the services of the usual browsers.
    pub push_services: Vec<PushService>,
    /// The language of what is printed.
    pub language: Language,
}

impl Config {
    /// The port unless another is named.
    pub const PORT: u16 = 7878;
    /// The name of the games' file in their directory.
    pub const FILE: &str = entourage_store::DataDirectory::DATABASE;

    /// What subjects begin with unless something else is named.
    pub const NATS_PREFIX: &str = "entourage";

    /// Returns where the games are kept.
    ///
    /// # Errors
    /// Neither a database nor a directory is named and the user has no home directory.
    pub fn database_address(&self) -> Result<DatabaseAddress, ServeError> {
        match &self.database {
            Some(address) => Ok(address.clone()),
            None => self.data_directory().map(DatabaseAddress::Sqlite),
        }
    }

    /// Returns the directory that keeps the games where no database is named.
    ///
    /// # Errors
    /// None is named and the user has no home directory.
    pub fn data_directory(&self) -> Result<PathBuf, ServeError> {
        if let Some(directory) = &self.data {
            return Ok(directory.clone());
        }
        let user = etcetera::base_strategy::choose_native_strategy().map_err(|_| ServeError::NoHome)?;
        Ok(user.data_dir().join("entourage"))
    }
}

/// Listens on loopback only, so that nobody else reaches a server that was not meant for them.
impl Default for Config {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: Self::PORT,
            data: None,
            database: None,
            nats: None,
            nats_prefix: Self::NATS_PREFIX.into(),
            patience: Patience::default(),
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
