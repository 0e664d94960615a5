use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use serde_json::Value;

use super::python::Python;

pub struct Mailbox {
    _python: Python,
    pub port: u16,
    /// The e-mails and credentials that the mail server receives.
    pub letters: Receiver<Value>,
}

impl Mailbox {
    /// Runs `mailbox.py` with options; returns `None` if Python or aiosmtpd is missing.
    pub fn open(options: &[&str]) -> Option<Self> {
        let (python, port, letters) =
            Python::run("AIOSMTPD_PYTHON", "aiosmtpd", "mailbox.py", options, "messages by e-mail")?;
        Some(Self { _python: python, port: port.parse().unwrap(), letters })
    }

    #[track_caller]
    pub fn letter(&self) -> Value {
        self.letters.recv_timeout(Duration::from_secs(20)).expect("no message in time")
    }

    #[track_caller]
    pub fn is_quiet(&self) {
        assert_eq!(self.letters.recv_timeout(Duration::from_millis(1500)), Err(RecvTimeoutError::Timeout));
    }
}
