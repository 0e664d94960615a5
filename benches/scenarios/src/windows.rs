use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Outage periods, such as while the server is down or the disk is full.
#[derive(Debug, Default)]
pub struct Windows(Mutex<Vec<(Instant, Option<Instant>)>>);

impl Windows {
    pub fn open(&self) {
        let mut all = self.0.lock().unwrap();
        if all.last().is_none_or(|(_, to)| to.is_some()) {
            all.push((Instant::now(), None));
        }
    }

    pub fn close(&self, after: Duration) {
        if let Some((_, to @ None)) = self.0.lock().unwrap().last_mut() {
            *to = Some(Instant::now() + after);
        }
    }

    pub fn overlap(&self, from: Instant, to: Instant) -> bool {
        let all = self.0.lock().unwrap();
        all.iter().rev().any(|(begin, end)| *begin <= to && end.is_none_or(|end| end >= from))
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    pub fn total(&self) -> Duration {
        let all = self.0.lock().unwrap();
        all.iter().map(|(from, to)| to.unwrap_or_else(Instant::now).duration_since(*from)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_detected() {
        let (windows, before) = (Windows::default(), Instant::now());
        windows.open();
        let inside = Instant::now();
        windows.open();
        assert!(windows.overlap(inside, inside + Duration::from_secs(9)), "still open");
        windows.close(Duration::from_secs(2));
        let after = Instant::now() + Duration::from_secs(3);
        assert!(windows.overlap(before, after) && !windows.overlap(after, after) && windows.count() == 1);
        assert!(windows.overlap(inside + Duration::from_secs(1), after), "the delay counts");
        assert!(!windows.overlap(before - Duration::from_secs(2), before - Duration::from_secs(1)));
    }
}
