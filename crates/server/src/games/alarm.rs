use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

/// Wakes whoever waits for time to be up when it is up sooner than they knew.
pub(crate) struct Alarm {
    next: AtomicI64,
    sooner: Notify,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { next: AtomicI64::new(i64::MAX), sooner: Notify::new() }
    }
}

impl Alarm {
    /// Tells when the time of a game is up.
    pub fn set(&self, deadline: Option<i64>) {
        if deadline.is_some_and(|at| at < self.next.load(Ordering::SeqCst)) {
            self.sooner.notify_one();
        }
    }

    /// Says until when whoever waits is going to sleep; an earlier deadline wakes them.
    pub fn sleep_until(&self, next: i64) {
        self.next.store(next, Ordering::SeqCst);
    }

    /// Waits for an earlier deadline.
    pub async fn sooner(&self) {
        self.sooner.notified().await;
    }
}
