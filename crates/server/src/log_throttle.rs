use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::lock::lock;

/// Throttles a log message that may occur thousands of times per second: logs the first immediately, then one per
/// minute with the count.
pub(crate) struct LogThrottle(Mutex<State>);

struct State {
    logged: Option<Instant>,
    count: u64,
}

const INTERVAL: Duration = Duration::from_secs(60);

impl LogThrottle {
    pub const fn new() -> Self {
        Self(Mutex::new(State { logged: None, count: 0 }))
    }

    pub fn record(&self) -> Option<u64> {
        self.record_at(Instant::now())
    }

    fn record_at(&self, now: Instant) -> Option<u64> {
        let mut state = lock(&self.0);
        state.count += 1;
        if state.logged.is_some_and(|logged| now.duration_since(logged) < INTERVAL) {
            return None;
        }
        state.logged = Some(now);
        Some(std::mem::take(&mut state.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_logged_at_once_and_then_once_a_minute() {
        let (throttle, begin) = (LogThrottle::new(), Instant::now());
        let record = |millis: u64| throttle.record_at(begin + Duration::from_millis(millis));
        assert_eq!(record(5), Some(1));
        assert!((6..60_005).step_by(100).all(|millis| record(millis).is_none()));
        assert_eq!(record(60_005), Some(601));
        assert_eq!(record(60_006), None);
    }
}
