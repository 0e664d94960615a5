use entourage_store::StoreError;

use crate::domain::Error;
use crate::log_throttle::LogThrottle;
use crate::telemetry;

/// Throttles log messages, since every request fails while, for example, the disk is full.
static FAILURES: LogThrottle = LogThrottle::new();

/// Converts a database error, and logs it unless it only means that a game does not exist.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        if error == StoreError::Missing {
            return Self::NoGame;
        }
        telemetry::count_store_failure();
        if let Some(count) = FAILURES.record() {
            tracing::error!(%error, count, "database error");
        }
        match error {
            StoreError::Corrupt(_) => Self::Damaged,
            StoreError::Missing | StoreError::Conflict | StoreError::Unavailable(_) => Self::Unavailable,
        }
    }
}

pub(crate) trait OnStoreError<T> {
    /// Replaces the database error `expected` with `meaning`, and converts any other error.
    fn on(self, expected: StoreError, meaning: Error) -> Result<T, Error>;
}

impl<T> OnStoreError<T> for Result<T, StoreError> {
    fn on(self, expected: StoreError, meaning: Error) -> Result<T, Error> {
        self.map_err(|error| if error == expected { meaning } else { error.into() })
    }
}
