use crate::games::prelude::*;
use crate::seldom::Seldom;
use crate::telemetry;

/// Limits the log: while a disk is full, every request fails.
static FAILURES: Seldom = Seldom::new();

/// Logs a database error, and returns what the client sees of it.
pub(crate) fn failed(error: StoreError) -> Error {
    if error == StoreError::Missing {
        return Error::NoGame;
    }
    telemetry::count_store_failure();
    if let Some(count) = FAILURES.happened() {
        tracing::error!(%error, count, "the store failed");
    }
    match error {
        StoreError::Corrupt(_) => Error::Damaged,
        StoreError::Missing | StoreError::Conflict | StoreError::Unavailable(_) => Error::Unavailable,
    }
}
