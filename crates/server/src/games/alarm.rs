use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

/// Wakes the flag timer when a deadline is earlier than the one it sleeps until.
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
    pub fn set(&self, deadline: Option<i64>) {
        if deadline.is_some_and(|at| at < self.next.load(Ordering::SeqCst)) {
            self.sooner.notify_one();
        }
    }

    pub fn sleep_until(&self, next: i64) {
        self.next.store(next, Ordering::SeqCst);
    }

    pub async fn sooner(&self) {
        self.sooner.notified().await;
    }
}
