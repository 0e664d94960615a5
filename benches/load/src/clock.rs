//! A clock for a process of its own.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;

/// What is loaded into the server to tell it another date.
const SOURCE: &str = include_str!("clock.c");

/// The wall clock as the server alone sees it, which can be set; the machine's stays as it is.
#[derive(Debug)]
pub struct Clock {
    library: PathBuf,
    path: PathBuf,
    file: File,
}

impl Clock {
    /// Makes one below a folder; `None`, said loudly, where there is no compiler for C.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn make(below: &Path) -> Outcome<Option<Self>> {
        let [source, library, path] = ["clock.c", "clock.so", "clock"].map(|name| below.join(name));
        let failed = |error: std::io::Error| format!("cannot make a clock: {error}");
        fs::write(&source, SOURCE).map_err(failed)?;
        let mut compile = Command::new("cc");
        compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
        if !compile.stdin(Stdio::null()).status().is_ok_and(|status| status.success()) {
            eprintln!("there is no compiler for C (`cc`), so that NO DATE WILL BE SET");
            return Ok(None);
        }
        let file = File::create(&path).map_err(failed)?;
        let clock = Self { library, path, file };
        clock.set(0)?;
        Ok(Some(clock))
    }

    /// Has a process that is to be started go by it.
    pub fn load_into(&self, command: &mut Command) {
        command.envs(self.environment());
    }

    /// Returns what has a process go by it that is started with it in its environment.
    pub fn environment(&self) -> [(&'static str, PathBuf); 2] {
        [("LD_PRELOAD", self.library.clone()), ("SOAK_CLOCK", self.path.clone())]
    }

    /// Sets it so many milliseconds later than the machine's.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set(&self, later: i64) -> Outcome {
        let written = self.file.write_all_at(&later.to_ne_bytes(), 0);
        written.map_err(|error| format!("cannot set the clock: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_set_for_one_process_alone() {
        let folder = tempfile::tempdir().unwrap();
        let Some(clock) = Clock::make(folder.path()).unwrap() else { return };
        let date = |clock: &Clock| {
            let mut date = Command::new("date");
            clock.load_into(date.arg("+%s"));
            let told = date.output().unwrap().stdout;
            String::from_utf8(told).unwrap().trim().parse::<i64>().unwrap()
        };
        let machine = || {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            since.unwrap().as_secs() as i64
        };
        for later in [0, 86_400_000, -3_600_500] {
            clock.set(later).unwrap();
            let (before, told, after) = (machine(), date(&clock), machine());
            let least = before + later.div_euclid(1000);
            assert!((least..=after + later / 1000 + 1).contains(&told), "{later}: {told}");
        }
    }
}
