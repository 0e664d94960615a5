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

    /// Returns its number.
    pub fn id(&self) -> u32 {
        self.child.id()
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

/// Returns the seconds of processor time that this process has used, where the system tells.
pub fn own_cpu() -> Option<f64> {
    Some(Stat::of("self")?.seconds)
}

/// Returns the seconds of processor time that processes have used with all that they have started, where the system tells.
pub fn processor_time(roots: &[u32]) -> Option<f64> {
    // What ends meanwhile is told by the one that started it.
    let used = family(roots).into_iter().filter_map(|process| Some(Stat::of(&process.to_string())?.with_ended));
    used.reduce(|all, one| all + one)
}

/// Returns the bytes of memory that processes occupy with all that they have started, each share of what they share, where the system tells.
pub fn memory(roots: &[u32]) -> Option<u64> {
    let share = |process: u32| {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let told = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(told.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    };
    family(roots).into_iter().filter_map(share).reduce(|all, one| all + one)
}

/// Lists processes with all that they have started.
fn family(roots: &[u32]) -> Vec<u32> {
    let numbers = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let all: Vec<(u32, u32)> =
        numbers.filter_map(|process| Some((process, Stat::of(&process.to_string())?.parent))).collect();
    let mut found = roots.to_vec();
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(process, _)| *process));
        next += 1;
    }
    found
}

/// What the system tells of a process.
struct Stat {
    parent: u32,
    /// Processor time of its own.
    seconds: f64,
    /// The same with that of processes it started which have ended.
    with_ended: f64,
}

impl Stat {
    fn of(process: &str) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    fn read(text: &str) -> Option<Self> {
        // The second field is a name in brackets, which may hold anything; the parent is the 4th, user and system time are the 14th and
        // 15th, those of ended children the next two.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |from: usize| -> Option<f64> {
            Some(fields.get(from)?.parse::<f64>().ok()? + fields.get(from + 1)?.parse::<f64>().ok()?)
        };
        // Linux tells programs 100 ticks a second whatever it counts itself.
        let (own, ended) = (ticks(11)? / 100.0, ticks(13)? / 100.0);
        Some(Self { parent: fields.get(1)?.parse().ok()?, seconds: own, with_ended: own + ended })
    }
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

    #[test]
    fn what_the_system_tells_is_read_whatever_the_name() {
        let stat = Stat::read("7 (a) b) S 3 7 7 0 -1 4194560 1 0 0 0 250 50 100 25 20 0 1 0 9 9 9").unwrap();
        assert_eq!((stat.parent, stat.seconds, stat.with_ended), (3, 3.0, 4.25));
        assert!(Stat::read("7 (a").is_none());
    }

    #[test]
    fn a_process_has_a_family() {
        let own = std::process::id();
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(family(&[own]).contains(&child.id()));
        assert!(memory(&[own]).is_some_and(|bytes| bytes > 100_000));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
