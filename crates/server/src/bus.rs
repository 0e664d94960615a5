//! Sends messages between processes that share a database: which games have changed, and how many followers each
//! game has on each process. A lost message does no harm, because each process also polls the database at every
//! heartbeat. Messages with new events save the other processes a query; what is stored is decided by the database alone.

#[cfg(feature = "nats")]
mod nats;

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use entourage_jobs::NatsAddress;
use serde::{Deserialize, Serialize};

use crate::games::change::Events;
#[cfg(feature = "nats")]
use nats::NatsBus;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Message {
    /// Random number that identifies the sending process.
    pub process: u64,
    /// Games that have changed, with their current version.
    pub changed: Vec<(String, i64)>,
    /// The new events of some of these games; processes of the previous release do not send this field.
    #[serde(default)]
    pub events: HashMap<String, Events>,
    /// Games followed on the sending process, each with its connections per side and its number of spectators.
    pub here: Vec<(String, [usize; 2], usize)>,
    /// Of these, the games of which a player's page is not visible, with the number of such connections per side; processes of the
    /// previous release do not send this field.
    #[serde(default)]
    pub hidden: Vec<(String, [usize; 2])>,
    /// Whether open seeks have changed; processes of the previous release do not send this field.
    #[serde(default)]
    pub lobby: bool,
    /// Tournaments that have changed; processes of the previous release do not send this field.
    #[serde(default)]
    pub tournaments: Vec<String>,
    /// Accounts of which sessions or tokens were revoked; processes of the previous release do not send this field.
    #[serde(default)]
    pub accounts: Vec<String>,
    /// Studies that have changed; processes of the previous release do not send this field.
    #[serde(default)]
    pub studies: Vec<String>,
    /// Studies followed on the sending process, each with the names of its readers; processes of the previous release do not send this field.
    #[serde(default)]
    pub readers: Vec<(String, Vec<String>)>,
}

#[async_trait]
pub(crate) trait Bus: Send + Sync {
    /// Sends a message; delivery is not guaranteed.
    async fn say(&self, message: &Message);

    async fn hear(&self) -> Message;
}

/// Connects to the message bus; without an address, returns a bus that works within this process only.
///
/// # Errors
/// The address or the prefix is malformed, or the connection fails.
pub(crate) async fn connect(address: Option<&NatsAddress>, prefix: &str) -> Result<Arc<dyn Bus>, String> {
    match address {
        #[cfg(feature = "nats")]
        Some(address) => Ok(Arc::new(NatsBus::connect(address, prefix).await?)),
        #[cfg(not(feature = "nats"))]
        Some(address) => {
            let _ = prefix;
            match *address {}
        }
        None => Ok(Arc::new(InProcess)),
    }
}

/// The bus of a single process, which has no peers.
struct InProcess;

#[async_trait]
impl Bus for InProcess {
    async fn say(&self, _: &Message) {}

    async fn hear(&self) -> Message {
        std::future::pending().await
    }
}
