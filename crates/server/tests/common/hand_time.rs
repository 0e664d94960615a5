//! A time that stands still until a test moves it.

use std::pin::Pin;

use entourage_server::Time;
use tokio::sync::watch;

/// A time moved by hand.
pub struct HandTime {
    now: watch::Sender<i64>,
}

impl HandTime {
    pub fn at(now: i64) -> Self {
        Self { now: watch::channel(now).0 }
    }

    /// Lets time pass, and whoever waits for it notice.
    pub fn pass(&self, span: i64) {
        self.now.send_modify(|now| *now += span);
    }

    /// Lets time pass unnoticed by whoever waits for it.
    pub fn steal(&self, span: i64) {
        self.now.send_if_modified(|now| {
            *now += span;
            false
        });
    }
}

impl Time for HandTime {
    fn now(&self) -> i64 {
        *self.now.borrow()
    }

    fn wait_until(&self, at: i64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut now = self.now.subscribe();
        Box::pin(async move {
            let _ = now.wait_for(|now| *now >= at).await;
        })
    }
}
