use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

/// A source of time; tests replace it.
pub trait Time: Send + Sync {
    /// Milliseconds since 1970 (UTC). The operator may set it, even back: nothing is measured by it.
    fn date(&self) -> i64;

    /// Milliseconds since an arbitrary moment; never goes back.
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

/// The machine may sleep, so long waits are split.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

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
                sleep(Duration::from_millis(left).min(LONGEST_SLEEP)).await;
            }
        })
    }
}
