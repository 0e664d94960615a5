use tokio::sync::Notify;

/// Tells whoever sends messages that there may be something to tell; it is silent where messages are not sent at all.
#[derive(Default)]
pub(crate) struct Bell {
    hung: bool,
    rung: Notify,
}

impl Bell {
    /// Hangs one that somebody hears.
    pub fn hung() -> Self {
        Self { hung: true, ..Self::default() }
    }

    /// Tells whether anybody hears it: whether messages are sent.
    pub fn is_hung(&self) -> bool {
        self.hung
    }

    /// Says that there may be something to tell.
    pub fn ring(&self) {
        if self.hung {
            self.rung.notify_one();
        }
    }

    /// Waits until it was rung.
    pub async fn heard(&self) {
        self.rung.notified().await;
    }
}
