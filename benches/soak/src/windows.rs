use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Remembers when something was the matter.
#[derive(Debug, Default)]
pub struct Windows(Mutex<Vec<(Instant, Option<Instant>)>>);

impl Windows {
    /// Notes that it begins; while it lasts already, nothing changes.
    pub fn open(&self) {
        let mut all = self.lock();
        if all.last().is_none_or(|(_, to)| to.is_some()) {
            all.push((Instant::now(), None));
        }
    }

    /// Notes that it has ended so long after now.
    pub fn close(&self, after: Duration) {
        if let Some((_, to @ None)) = self.lock().last_mut() {
            *to = Some(Instant::now() + after);
        }
    }

    /// Tells whether it was the matter at any time between two instants.
    pub fn touch(&self, from: Instant, to: Instant) -> bool {
        self.lock().iter().rev().any(|(begin, end)| *begin <= to && end.is_none_or(|end| end >= from))
    }

    /// Returns how often it was.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Returns how long it was in all.
    pub fn total(&self) -> Duration {
        self.lock().iter().map(|(from, to)| to.unwrap_or_else(Instant::now).duration_since(*from)).sum()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Instant, Option<Instant>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_a_window_is_known() {
        let (windows, before) = (Windows::default(), Instant::now());
        windows.open();
        let inside = Instant::now();
        windows.open();
        assert!(windows.touch(inside, inside + Duration::from_secs(9)), "it lasts");
        windows.close(Duration::from_secs(2));
        let after = Instant::now() + Duration::from_secs(3);
        assert!(windows.touch(before, after) && !windows.touch(after, after) && windows.count() == 1);
        assert!(windows.touch(inside + Duration::from_secs(1), after), "what follows from it counts");
    }
}
