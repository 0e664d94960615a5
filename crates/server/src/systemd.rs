//! Notifies systemd of the server's state; does nothing if the server does not run under systemd.

pub(crate) fn ready() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Ready]));
}

pub(crate) fn alive() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Watchdog]));
}

pub(crate) fn ending() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Stopping]));
}

#[cfg(target_os = "linux")]
fn told(told: std::io::Result<()>) {
    if let Err(error) = told {
        tracing::warn!(%error, "notifying systemd failed");
    }
}
