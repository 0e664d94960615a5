//! A server in a process of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::Outcome;

/// File handles beside those of the sockets.
const SPARE: usize = 500;
/// How long a server may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(20);

/// Allows this process, and those that it starts, as many file handles as the sockets need.
///
/// # Errors
/// The system does not allow so many.
pub fn allow_files(sockets: usize) -> Outcome {
    let wanted = (sockets + SPARE) as u64;
    let have = rlimit::increase_nofile_limit(u64::MAX).map_err(|error| format!("file handles: {error}"))?;
    match have >= wanted {
        true => Ok(()),
        false => Err(format!(
            "{sockets} sockets need {wanted} file handles and the system allows {have}: raise them (`ulimit -n {wanted}`), or take fewer --games"
        )),
    }
}

/// Holds a server in a process of its own; it is killed when dropped.
pub struct Process {
    child: Child,
    /// Where it is.
    pub port: u16,
    /// The folder that goes with it, and is removed after it.
    folder: Option<TempDir>,
}

impl Process {
    /// Starts a server, and waits until it says where it is.
    ///
    /// # Errors
    /// It cannot be started, or ends at once.
    pub fn start(command: &mut Command) -> Outcome<Self> {
        let shown = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("cannot start `{shown}`: {error}"))?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut process = Self { child, port: 0, folder: None };
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let port = lines.find_map(|line| port(&line));
        process.port = port.ok_or_else(|| format!("`{shown}` does not say that it is ready"))?;
        // Whatever else it prints must find a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(process)
    }

    /// Lets a folder go with it.
    pub fn with(mut self, folder: Option<TempDir>) -> Self {
        self.folder = folder;
        self
    }

    /// Returns the bytes of memory that it occupies, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    }

    /// Returns the seconds of CPU that it has used, where the system tells.
    pub fn cpu(&self) -> Option<f64> {
        cpu(&self.child.id().to_string())
    }

    /// Ends it gracefully, or else with force.
    pub fn end(&mut self) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let until = Instant::now() + PATIENCE;
        while told.is_ok() && Instant::now() < until {
            if let Ok(Some(_)) = self.child.try_wait() {
                self.folder = None;
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the seconds of CPU that this process has used, where the system tells.
pub fn own_cpu() -> Option<f64> {
    cpu("self")
}

fn cpu(process: &str) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is a name in brackets, which may hold anything; user and system time are the 14th and 15th.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    // Linux tells programs 100 ticks a second whatever it counts itself.
    Some(ticks / 100.0)
}

/// Finds the port in the line that says where a server is.
fn port(line: &str) -> Option<u16> {
    let (_, address) = line.split_once("ready on http://")?;
    let authority = address.split_whitespace().next()?;
    authority.rsplit_once(':')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_says_where_is_read() {
        assert_eq!(port("Entourage is ready on http://localhost:7878 (games are kept in x)"), Some(7878));
        assert_eq!(port("Entourage is ready"), None);
    }
}
