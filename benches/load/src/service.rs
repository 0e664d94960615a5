//! A process that is killed, paused and started again.

use std::fs::OpenOptions;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::Outcome;

/// A process that is killed, paused and started again; with it all that it has started.
pub struct Service {
    make: Box<dyn Fn() -> Command>,
    log: PathBuf,
    child: Option<Child>,
}

impl Service {
    /// Prepares a service whose words go to a file.
    pub fn new(log: PathBuf, make: impl Fn() -> Command + 'static) -> Self {
        Self { make: Box::new(make), log, child: None }
    }

    /// Starts it, if it is not there.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(&mut self) -> Outcome {
        if let Some(child) = &mut self.child
            && matches!(child.try_wait(), Ok(None))
        {
            return Ok(());
        }
        let mut command = (self.make)();
        let shown = command.get_program().to_string_lossy().into_owned();
        let failed = |error: std::io::Error| format!("cannot start `{shown}`: {error}");
        let log = OpenOptions::new().create(true).append(true).open(&self.log).map_err(failed)?;
        let both = log.try_clone().map_err(failed)?;
        // What it starts belongs to its group.
        command.process_group(0).stdin(Stdio::null()).stdout(log).stderr(both);
        self.child = Some(command.spawn().map_err(failed)?);
        Ok(())
    }

    /// Returns its number, if it was started.
    pub fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills it with all that it has started, without a word of warning.
    pub fn kill(&mut self) {
        self.signal("KILL");
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }

    /// Lets it stand still.
    pub fn pause(&self) {
        self.signal("STOP");
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        if let Some(child) = &self.child {
            let group = format!("-{}", child.id());
            // It may have ended by itself.
            let _ = Command::new("kill").args(["-s", name, "--", &group]).stderr(Stdio::null()).status();
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}
