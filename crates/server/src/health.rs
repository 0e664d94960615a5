use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use entourage_store::{Store, StoreError};
use tokio::sync::Mutex as Turn;
use tokio::time::timeout;

use crate::lock::lock;
use crate::server_time::ServerTime;

/// How long the result of a health check is reused.
const FRESH: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_secs(5);

/// The health check: writes a heartbeat to the database and reads it, as a test of whether moves can be stored.
pub(crate) struct Health {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    /// Serialises checks; waiting requests reuse the result.
    turn: Turn<Option<Instant>>,
    /// Server time since which health checks have failed; `None` while they succeed.
    fault: Mutex<Option<i64>>,
    /// Server time at which the database file was found to be damaged.
    damage: OnceLock<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// Time since which reads or writes have failed or the database is known to be damaged, in Unix milliseconds.
    pub since: Option<i64>,
    pub room: bool,
}

impl Health {
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>) -> Self {
        Self { store, time, turn: Turn::new(None), fault: Mutex::new(None), damage: OnceLock::new() }
    }

    pub async fn condition(&self) -> Condition {
        let mut tried = self.turn.lock().await;
        if tried.is_none_or(|tried| tried.elapsed() >= FRESH) {
            self.beat().await;
            *tried = Some(Instant::now());
        }
        let since = self.damage.get().copied().or(*lock(&self.fault)).map(|since| self.time.date_of(since));
        Condition { since, room: self.store.disk_space().is_enough() }
    }

    pub fn was_well(&self) -> bool {
        self.damage.get().is_none() && lock(&self.fault).is_none()
    }

    /// Reads the whole database file; if it is damaged, all later health checks fail.
    pub async fn check_database(&self) {
        match self.store.check().await {
            Ok(()) => tracing::info!("the database is intact"),
            Err(error @ StoreError::Corrupt(_)) => {
                tracing::error!(%error, "stop the server and restore a backup");
                let _ = self.damage.set(self.time.now());
            }
            Err(error) => tracing::warn!(%error, "the database could not be checked"),
        }
    }

    /// Writes and reads a heartbeat row, and logs a change of the result.
    async fn beat(&self) {
        let now = self.time.now();
        let found = match timeout(TIMEOUT, self.store.heartbeat(now)).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the database does not respond".to_owned()),
        };
        let mut fault = lock(&self.fault);
        match (&found, *fault) {
            (Some(problem), None) => {
                tracing::error!(problem, "the database is not writable");
                *fault = Some(now);
            }
            (None, Some(since)) => {
                tracing::info!(after_ms = now - since, "the database is writable again");
                *fault = None;
            }
            _ => {}
        }
    }
}
