use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use entourage_store::Store;
use tokio::sync::Mutex as Turn;
use tokio::time::timeout;

use crate::server_time::ServerTime;

/// How long a result is reused.
const FRESH: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(5);

/// Checks that the server can store moves by writing and reading the way events do.
pub(crate) struct Health {
    store: Arc<Store>,
    time: Arc<ServerTime>,
    /// Whoever checks; others wait for the result.
    turn: Turn<Option<Instant>>,
    fault: Mutex<Option<Fault>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// In the server's time.
    pub since: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    pub fault: Option<Fault>,
    pub room: bool,
}

impl Health {
    pub fn new(store: Arc<Store>, time: Arc<ServerTime>) -> Self {
        Self { store, time, turn: Turn::new(None), fault: Mutex::new(None) }
    }

    pub async fn condition(&self) -> Condition {
        let mut tried = self.turn.lock().await;
        if tried.is_none_or(|tried| tried.elapsed() >= FRESH) {
            self.beat().await;
            *tried = Some(Instant::now());
        }
        Condition { fault: *self.lock(), room: self.store.room().is_enough() }
    }

    pub fn date_of(&self, fault: Fault) -> i64 {
        self.time.date_of(fault.since)
    }

    pub fn was_well(&self) -> bool {
        self.lock().is_none()
    }

    /// Writes and reads a sign of life, and logs a change.
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
