use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The first pause.
const SHORTEST: Duration = Duration::from_millis(250);
/// What pauses grow to.
const LONGEST: Duration = Duration::from_secs(60);

/// Pauses that grow from one to the next.
pub(super) struct Pauses(Duration);

impl Default for Pauses {
    fn default() -> Self {
        Self(SHORTEST)
    }
}

impl Pauses {
    /// Returns the pause; the next is twice as long, up to a minute.
    pub fn longer(&mut self) -> Duration {
        let now = self.0;
        self.0 = (now * 2).min(LONGEST);
        now
    }

    /// Begins anew: somebody was there.
    pub fn reset(&mut self) {
        self.0 = SHORTEST;
    }
}

/// Waits for so long, or until all is to stop.
pub(super) fn wait(pause: Duration, stop: &AtomicBool) {
    let until = Instant::now() + pause;
    while Instant::now() < until && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50).min(pause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_minute_and_begin_anew() {
        let mut pauses = Pauses::default();
        let grown: Vec<u64> = (0..10).map(|_| pauses.longer().as_millis() as u64).collect();
        assert_eq!(grown, [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
        pauses.reset();
        assert_eq!(pauses.longer(), SHORTEST);
    }
}
