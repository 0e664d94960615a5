use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use entourage_store::Store;
use tokio::sync::Mutex as Turn;
use tokio::time::timeout;

use crate::server_time::ServerTime;

/// How long what was found holds: whoever asks more often is told it again.
const FRESH: Duration = Duration::from_secs(1);
/// How long the database may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Knows whether the server can keep what it is told, because it tries: by the way that events take, it writes and reads.
pub(crate) struct Health {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    /// Whoever tries; others wait for what they find.
    turn: Turn<Option<Instant>>,
    /// What is wrong, if anything is.
    fault: Mutex<Option<Fault>>,
}

/// Says what is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// Since when it was found, in the server's time.
    pub since: i64,
}

/// Says how the server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// Why nothing can be kept, if so.
    pub fault: Option<Fault>,
    /// Whether there is room for new games.
    pub room: bool,
}

impl Health {
    /// Asks after a store.
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>) -> Self {
        Self { store, time, turn: Turn::new(None), fault: Mutex::new(None) }
    }

    /// Finds how the server is.
    pub async fn condition(&self) -> Condition {
        let mut tried = self.turn.lock().await;
        if tried.is_none_or(|tried| tried.elapsed() >= FRESH) {
            self.beat().await;
            *tried = Some(Instant::now());
        }
        Condition { fault: *self.lock(), room: self.store.room().is_enough() }
    }

    /// Returns since what date something is wrong, in milliseconds since 1970 (UTC).
    pub fn date_of(&self, fault: Fault) -> i64 {
        self.time.date_of(fault.since)
    }

    /// Tells whether nothing was wrong when it was tried last.
    pub fn was_well(&self) -> bool {
        self.lock().is_none()
    }

    /// Writes that the server is there, and reads it; what changes by it is told to the operator.
    async fn beat(&self) {
        let now = self.time.now();
        let found = match timeout(PATIENCE, self.store.beat(now)).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("the database does not answer".to_owned()),
        };
        let mut fault = self.lock();
        match (&found, *fault) {
            (Some(problem), None) => {
                tracing::error!(problem, "nothing can be kept");
                *fault = Some(Fault { since: now });
            }
            (None, Some(Fault { since })) => {
                tracing::info!(after_ms = now - since, "what is told can be kept again");
                *fault = None;
            }
            _ => {}
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Fault>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
