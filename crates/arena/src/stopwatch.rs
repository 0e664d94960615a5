use std::time::{Duration, Instant};

use entourage_registry::Clock;

/// Measures time from its making on.
#[derive(Clone, Copy)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the seconds passed.
    pub fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

impl Clock for Stopwatch {
    fn elapsed_ms(&self) -> u64 {
        milliseconds(self.0.elapsed())
    }
}

/// Returns the whole milliseconds of a duration.
pub fn milliseconds(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}
