use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

/// Wakes the mailer and the push sender when there may be something to send. The mailer is woken only if
/// configured.
#[derive(Default)]
pub(crate) struct Bell {
    hung: bool,
    rung: Notify,
    devices: Notify,
}

impl Bell {
    pub fn hung() -> Self {
        Self { hung: true, ..Self::default() }
    }

    pub fn is_hung(&self) -> bool {
        self.hung
    }

    pub fn ring(&self) {
        if self.hung {
            self.rung.notify_one();
        }
        self.devices.notify_one();
    }

    pub async fn heard_for_devices(&self) {
        self.devices.notified().await;
    }

    pub async fn heard(&self) {
        self.rung.notified().await;
    }
}

/// Wakes the flag timer when a new deadline is earlier than the one it sleeps until.
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
