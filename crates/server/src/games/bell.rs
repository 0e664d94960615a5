use tokio::sync::Notify;

/// Wakes the mailer and the push sender when there may be something to send; the mailer only where e-mail is sent.
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
