use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;

/// A mail server in a process of its own.
pub struct Mailbox {
    process: Child,
    /// Its port on loopback.
    pub port: u16,
    /// What it is told: messages, and who gave a password.
    pub letters: Receiver<Value>,
}

impl Mailbox {
    /// Opens one with options of `mailbox.py`; `None` where Python or aiosmtpd is missing.
    pub fn open(options: &[&str]) -> Option<Self> {
        let python = std::env::var_os("AIOSMTPD_PYTHON").filter(|named| !named.is_empty());
        let python = python.map_or_else(|| PathBuf::from("python3"), PathBuf::from);
        let known = Command::new(&python).args(["-c", "import aiosmtpd"]).stderr(Stdio::null()).status();
        if !known.is_ok_and(|status| status.success()) {
            let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
            assert!(!ci, "aiosmtpd is missing, and with CI set no test may be skipped");
            eprintln!("SKIPPED: messages by e-mail, because aiosmtpd is missing");
            return None;
        }
        let mut process = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mailbox.py"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap().parse().unwrap();
        let (sender, letters) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Some(Self { process, port, letters })
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
