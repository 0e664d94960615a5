use tokio::sync::Notify;

/// Tells whoever sends messages that there may be something to tell; by e-mail, which is silent where none is sent at all, or on their devices.
#[derive(Default)]
pub(crate) struct Bell {
    hung: bool,
    rung: Notify,
    devices: Notify,
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
        self.devices.notify_one();
    }

    /// Waits, in place of whoever has devices told, until it was rung.
    pub async fn heard_for_devices(&self) {
        self.devices.notified().await;
    }

    /// Waits until it was rung.
    pub async fn heard(&self) {
        self.rung.notified().await;
    }
}
