use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use entourage_server::Config;
use serde_json::{Value, json};

use super::python::Python;

pub struct PushService {
    _python: Python,
    made: Value,
    told: Receiver<Value>,
}

impl PushService {
    /// Starts a service; `answers` are the status codes of the first responses, separated by commas. Returns `None` if
    /// Python or http_ece is missing.
    pub fn open(answers: &str) -> Option<Self> {
        let options = ["--answers", answers];
        let (python, made, told) =
            Python::run("PUSH_PYTHON", "http_ece", "pushes.py", &options, "notifications on devices")?;
        Some(Self { _python: python, made: serde_json::from_str(&made).unwrap(), told })
    }

    /// Returns the request body with which a browser subscribes to the games that the keys open.
    pub fn browser(&self, number: usize, keys: &[&str]) -> Value {
        let mut wish = self.made["browsers"][number].clone();
        wish["keys"] = json!(keys);
        wish
    }

    /// Returns the configuration for a server at `play.example.org` that uses this service.
    pub fn config(&self) -> Config {
        Config {
            push_services: vec![self.origin().parse().unwrap()],
            address: Some("https://play.example.org".into()),
            ..Config::default()
        }
    }

    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.made["port"])
    }

    /// Waits for the next message and decrypts it.
    #[track_caller]
    pub fn hear(&self) -> Value {
        self.told.recv_timeout(Duration::from_secs(20)).expect("no message in time")
    }

    #[track_caller]
    pub fn is_quiet(&self) {
        assert_eq!(self.told.recv_timeout(Duration::from_millis(1500)), Err(RecvTimeoutError::Timeout));
    }
}
