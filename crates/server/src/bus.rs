//! Messages between processes that share a database: which games have changed, and who follows them where. Any may be lost, since each
//! process also reads the database at every heartbeat; games themselves are never sent.

#[cfg(feature = "nats")]
mod nats;

use std::sync::Arc;

use async_trait::async_trait;
use entourage_jobs::NatsAddress;
use serde::{Deserialize, Serialize};

#[cfg(feature = "nats")]
use nats::NatsBus;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Message {
    /// Identifies the process, by a random number.
    pub process: u64,
    /// Games that have changed, with their current version.
    pub changed: Vec<(String, i64)>,
    /// How many follow games there: the players of each side, and spectators.
    pub here: Vec<(String, [usize; 2], usize)>,
    /// Whether open challenges have changed; the previous version does not send it.
    #[serde(default)]
    pub lobby: bool,
    /// Tournaments that have changed; the previous version does not send it.
    #[serde(default)]
    pub tournaments: Vec<String>,
}

#[async_trait]
pub(crate) trait Bus: Send + Sync {
    /// Sends a message, which may be lost.
    async fn say(&self, message: &Message);

    async fn hear(&self) -> Message;
}

/// Connects to the bus that processes share, or to none where no server is named.
///
/// # Errors
/// The address or the prefix is malformed.
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

/// The bus of a process that is alone.
struct InProcess;

#[async_trait]
impl Bus for InProcess {
    async fn say(&self, _: &Message) {}

    async fn hear(&self) -> Message {
        std::future::pending().await
    }
}
