use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

/// A source of time; replaced in tests.
pub trait Time: Send + Sync {
    /// Returns milliseconds since 1970 (UTC). The system clock can be changed at any time, even backwards, so
    /// durations are not measured with it.
    fn date(&self) -> i64;

    /// Returns milliseconds since an arbitrary moment; monotonic.
    fn elapsed(&self) -> i64;

    fn wait_until(&self, elapsed: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

#[derive(Clone, Copy, Debug)]
pub struct MachineTime {
    since: Instant,
}

impl Default for MachineTime {
    fn default() -> Self {
        Self { since: Instant::now() }
    }
}

/// Maximum length of a single wait; longer waits are split, because the machine may be suspended in the meantime.
const MAX_SLEEP: Duration = Duration::from_secs(30);

impl Time for MachineTime {
    fn date(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn elapsed(&self) -> i64 {
        i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn wait_until(&self, elapsed: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            while let Ok(left @ 1..) = u64::try_from(elapsed.saturating_sub(self.elapsed())) {
                sleep(Duration::from_millis(left).min(MAX_SLEEP)).await;
            }
        })
    }
}
