use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::sleep;

/// Tells what time it is, in milliseconds since 1970 (UTC), and lets wait for a time. A test moves it by hand.
pub trait Time: Send + Sync {
    /// Returns the time.
    fn now(&self) -> i64;

    /// Waits until it is a time, or a later one.
    fn wait_until(&self, at: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// The machine's time.
#[derive(Clone, Copy, Debug, Default)]
pub struct MachineTime;

/// The longest sleep: the machine's time may be set forward, or the machine itself may have slept.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);

impl Time for MachineTime {
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn wait_until(&self, at: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            while let Ok(left @ 1..) = u64::try_from(at.saturating_sub(self.now())) {
                sleep(Duration::from_millis(left).min(LONGEST_SLEEP)).await;
            }
        })
    }
}
