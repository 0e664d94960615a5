/// Listens for Ctrl-C and, on Unix, SIGTERM, from the time it is created.
pub struct Signals {
    #[cfg(unix)]
    heard: Option<[tokio::signal::unix::Signal; 2]>,
}

impl Signals {
    #[cfg(unix)]
    pub fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let pair = signal(SignalKind::interrupt()).and_then(|a| Ok([a, signal(SignalKind::terminate())?]));
        Self { heard: pair.ok() }
    }

    #[cfg(unix)]
    pub async fn told_to_end(self) {
        match self.heard {
            Some([mut interrupt, mut terminate]) => {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            }
            // Without handlers, the signals end the process.
            None => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    pub fn listen() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    pub async fn told_to_end(self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
