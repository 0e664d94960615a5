//! What is told to whoever started the process, where that is systemd; elsewhere nobody listens.

/// Tells that the server answers.
pub(crate) fn ready() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Ready]));
}

/// Tells that the server lives; it is started anew if it falls silent.
pub(crate) fn alive() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Watchdog]));
}

/// Tells that the server is about to end.
pub(crate) fn ending() {
    #[cfg(target_os = "linux")]
    told(sd_notify::notify(false, &[sd_notify::NotifyState::Stopping]));
}

#[cfg(target_os = "linux")]
fn told(told: std::io::Result<()>) {
    if let Err(error) = told {
        tracing::warn!(%error, "systemd does not listen");
    }
}
