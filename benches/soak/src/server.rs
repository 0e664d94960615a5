use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use load::Outcome;
use load::process::Process;

use crate::windows::Windows;
use load::clock::Clock;

/// What the server says when it sees that its date was set.
const JUMPED: &str = "date has jumped";

/// The server that is tried, which is killed and started again.
#[derive(Default)]
pub struct Server {
    command: PathBuf,
    data: PathBuf,
    log: PathBuf,
    process: Mutex<Option<Process>>,
    port: AtomicU16,
    /// When it was not there: from before it was killed until it said that it was ready again.
    pub away: Windows,
}

impl Server {
    /// Prepares a server that keeps its games in a folder and writes its log to a file.
    pub fn new(command: &Path, data: PathBuf, log: PathBuf) -> Self {
        Self { command: command.to_owned(), data, log, ..Self::default() }
    }

    /// Starts it, and waits until it is ready.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(&self, clock: Option<&Clock>) -> Outcome {
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        let log: File = log.map_err(|error| format!("no log: {error}"))?;
        let mut command = Command::new(&self.command);
        // Everybody comes from this machine, and says in a header from where in truth, as a proxy does.
        command.args(["serve", "--no-open", "--port", "0", "--behind-proxy", "--data"]).arg(&self.data);
        command.stderr(log);
        if let Some(clock) = clock {
            clock.load_into(&mut command);
        }
        let process = Process::start(&mut command)?;
        self.port.store(process.port, Ordering::Relaxed);
        *self.lock() = Some(process);
        self.away.close(Duration::ZERO);
        Ok(())
    }

    /// Kills it, without a word of warning.
    pub fn kill(&self) {
        self.away.open();
        drop(self.lock().take());
    }

    /// Ends it as an operator does.
    pub fn end(&self) {
        if let Some(mut process) = self.lock().take() {
            process.end();
        }
    }

    /// Returns where it listens, or last did.
    pub fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }

    /// Returns the bytes of memory that it occupies, while it is there.
    pub fn memory(&self) -> Option<u64> {
        self.lock().as_ref()?.memory()
    }

    /// Counts how often it has told its operator that its date was set.
    pub fn jumps(&self) -> usize {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        log.lines().filter(|line| line.contains(JUMPED)).count()
    }

    /// Plays every game that it keeps again, once it has ended.
    ///
    /// # Errors
    /// A game does not come out as it was kept, or they cannot be read.
    pub fn verify(&self) -> Outcome {
        let mut verify = Command::new(&self.command);
        let verify = verify.args(["verify", "--data"]).arg(&self.data).stdin(Stdio::null()).output();
        let told = verify.map_err(|error| format!("games cannot be verified: {error}"))?;
        match told.status.success() {
            true => Ok(()),
            false => Err(format!("games are not as they were kept: {}", String::from_utf8_lossy(&told.stderr))),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
