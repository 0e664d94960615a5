use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Throttles a log message that may occur thousands of times a second: the first is logged at once, then one
/// per minute with the count.
pub(crate) struct Seldom(Mutex<State>);

struct State {
    told: Option<Instant>,
    count: u64,
}

const PAUSE: Duration = Duration::from_secs(60);

impl Seldom {
    pub const fn new() -> Self {
        Self(Mutex::new(State { told: None, count: 0 }))
    }

    pub fn happened(&self) -> Option<u64> {
        self.happened_at(Instant::now())
    }

    fn happened_at(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        if state.told.is_some_and(|told| now.duration_since(told) < PAUSE) {
            return None;
        }
        state.told = Some(now);
        Some(std::mem::take(&mut state.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_logged_at_once_and_then_once_a_minute() {
        let (seldom, begin) = (Seldom::new(), Instant::now());
        let happened = |millis: u64| seldom.happened_at(begin + Duration::from_millis(millis));
        assert_eq!(happened(5), Some(1));
        assert!((6..60_005).step_by(100).all(|millis| happened(millis).is_none()));
        assert_eq!(happened(60_005), Some(601));
        assert_eq!(happened(60_006), None);
    }
}
