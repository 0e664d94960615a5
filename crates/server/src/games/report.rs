use crate::games::prelude::*;
use crate::seldom::Seldom;
use crate::telemetry;

/// Limits log messages, since every request fails while e.g. the disk is full.
static FAILURES: Seldom = Seldom::new();

/// Logs a database error and returns the error for the client.
pub(crate) fn failed(error: StoreError) -> Error {
    if error == StoreError::Missing {
        return Error::NoGame;
    }
    telemetry::count_store_failure();
    if let Some(count) = FAILURES.happened() {
        tracing::error!(%error, count, "database error");
    }
    match error {
        StoreError::Corrupt(_) => Error::Damaged,
        StoreError::Missing | StoreError::Conflict | StoreError::Unavailable(_) => Error::Unavailable,
    }
}
