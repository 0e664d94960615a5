use std::net::SocketAddr;
use std::path::PathBuf;

use entourage_kernel::Language;
use etcetera::BaseStrategy;

use crate::limits::Limits;
use crate::proxies::Proxies;
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
    /// The language of what is printed.
    pub language: Language,
}

impl Config {
    /// The port unless another is named.
    pub const PORT: u16 = 7878;
    /// The name of the games' file in their directory.
    pub const FILE: &str = entourage_store::SqliteStore::FILE;

    /// Returns the directory that keeps the games.
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
            open: false,
            limits: Limits::default(),
            proxies: Proxies::default(),
            address: None,
            forget_after: Some(30),
            metrics: None,
            mail: None,
            language: Language::English,
        }
    }
}
