use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;

/// Wakes the mailer and the push sender when there may be something to send. The mailer is woken only if
/// configured.
#[derive(Default)]
pub(crate) struct Notifier {
    has_mail: bool,
    pub mail: Notify,
    pub push: Notify,
}

impl Notifier {
    pub fn new(has_mail: bool) -> Self {
        Self { has_mail, ..Self::default() }
    }

    pub fn sends_mail(&self) -> bool {
        self.has_mail
    }

    pub fn notify(&self) {
        if self.has_mail {
            self.mail.notify_one();
        }
        self.push.notify_one();
    }
}

/// Wakes the task that ends overdue games, if a new deadline is earlier than the one the task is waiting for.
pub(crate) struct FlagTimer {
    next: AtomicI64,
    sooner: Notify,
}

impl Default for FlagTimer {
    fn default() -> Self {
        Self { next: AtomicI64::new(i64::MAX), sooner: Notify::new() }
    }
}

impl FlagTimer {
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
