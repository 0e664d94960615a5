//! What processes that share a database tell each other: which games have changed, and who follows them where. All of it may be lost, since
//! each looks into the database at every heartbeat; games themselves never travel here.

#[cfg(feature = "nats")]
mod nats;

use std::sync::Arc;

use async_trait::async_trait;
use entourage_jobs::NatsAddress;
use serde::{Deserialize, Serialize};

#[cfg(feature = "nats")]
use nats::NatsBus;

/// What a process tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Message {
    /// The process, by a number that it has drawn.
    pub process: u64,
    /// Games that have changed, with the version that they have now.
    pub changed: Vec<(String, i64)>,
    /// How many follow games there, the players of each side and those who look on.
    pub here: Vec<(String, [usize; 2], usize)>,
    /// Whether it has changed who looks for an opponent; processes of the version before do not say it.
    #[serde(default)]
    pub lobby: bool,
    /// Tournaments that have changed; processes of the version before do not say it.
    #[serde(default)]
    pub tournaments: Vec<String>,
}

/// Carries messages between processes.
#[async_trait]
pub(crate) trait Bus: Send + Sync {
    /// Tells all other processes something; it may be lost.
    async fn say(&self, message: &Message);

    /// Waits for what another process tells.
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

/// The bus of a process that hears of no other: within it, those who follow games are told by the hub.
struct InProcess;

#[async_trait]
impl Bus for InProcess {
    async fn say(&self, _: &Message) {}

    async fn hear(&self) -> Message {
        std::future::pending().await
    }
}
