use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);

/// A process that can be killed, paused and restarted. Dropping the service kills the process.
pub struct Service {
    command: Command,
    log: Option<PathBuf>,
    child: Option<Child>,
    /// Whether the process leads its own group, so that signals also reach its children, but Ctrl-C reaches neither.
    is_group: bool,
}

impl Service {
    /// Prepares a process that can have child processes; the output goes to the file `log`.
    pub fn new(log: PathBuf, command: Command) -> Self {
        Self { command, log: Some(log), child: None, is_group: true }
    }

    /// Prepares a server that prints its port when ready; standard error optionally goes to a log.
    pub fn server(log: Option<PathBuf>, command: Command) -> Self {
        Self { command, log, child: None, is_group: false }
    }

    pub fn start(&mut self) -> Outcome {
        self.spawn().map(drop)
    }

    pub fn start_server(&mut self) -> Outcome<u16> {
        self.kill();
        let shown = self.spawn()?;
        let out = self.child.as_mut().and_then(|child| child.stdout.take()).ok_or("no standard output")?;
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let port =
            lines.find_map(|line| port(&line)).ok_or_else(|| format!("`{shown}` did not report its port"))?;
        // Drains further output, so that the pipe does not fill up.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(port)
    }

    fn spawn(&mut self) -> Outcome<String> {
        let command = &mut self.command;
        let shown = command.get_program().to_string_lossy().into_owned();
        if self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None))) {
            return Ok(shown);
        }
        let failed = |error: std::io::Error| format!("cannot start `{shown}`: {error}");
        command.stdin(Stdio::null());
        if let Some(log) = &self.log {
            let log = OpenOptions::new().create(true).append(true).open(log).map_err(failed)?;
            command.stdout(log.try_clone().map_err(failed)?).stderr(log);
        }
        match self.is_group {
            true => command.process_group(0),
            false => command.stdout(Stdio::piped()),
        };
        self.child = Some(command.spawn().map_err(failed)?);
        Ok(shown)
    }

    pub fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills the process and its children with SIGKILL.
    pub fn kill(&mut self) {
        self.signal("KILL");
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }

    pub fn pause(&self) {
        self.signal("STOP");
    }

    pub fn resume(&self) {
        self.signal("CONT");
    }

    /// Sends SIGTERM, then SIGKILL on time-out.
    pub fn end(&mut self) {
        self.signal("TERM");
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        while let Some(child) = &mut self.child
            && Instant::now() < until
        {
            if let Ok(Some(_)) = child.try_wait() {
                self.child = None;
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.kill();
    }

    /// Returns the resident memory in bytes, on Linux.
    pub fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    }

    fn signal(&self, name: &str) {
        if let Some(id) = self.id() {
            let target = if self.is_group { format!("-{id}") } else { id.to_string() };
            // Fails if the process has exited.
            let _ = Command::new("kill").args(["-s", name, "--", &target]).stderr(Stdio::null()).status();
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
    }
}

pub fn output(command: &mut Command) -> Outcome<String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("`{shown}`: {}\n{}", text(&output.stdout), text(&output.stderr))),
    }
}

fn port(line: &str) -> Option<u16> {
    let (_, address) = line.split_once("ready on http://")?;
    let authority = address.split_whitespace().next()?;
    authority.rsplit_once(':')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_port_is_parsed() {
        assert_eq!(port("Entourage is ready on http://localhost:7878 (games are stored in x)"), Some(7878));
        assert_eq!(port("Entourage is ready"), None);
        let mut command = Command::new("sh");
        command.args(["-c", "echo ready on http://localhost:7 now; while sleep 1; do :; done"]);
        let mut service = Service::server(None, command);
        assert_eq!(service.start_server(), Ok(7));
        assert!(service.memory().is_some_and(|bytes| bytes > 100_000));
        service.end();
        assert_eq!(service.id(), None);
    }
}
