use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use entourage_kernel::Random;

use crate::{Outcome, about};

/// Source of a library that is preloaded into a server to change the system clock that the server sees.
const SOURCE: &str = include_str!("clock.c");
/// Maximum clock offset in milliseconds: three days.
const MAX_OFFSET: usize = 3 * 24 * 3600 * 1000;

#[derive(Debug)]
pub struct Clock {
    /// Environment variables that make a process use this clock.
    pub environment: [(&'static str, PathBuf); 2],
    file: File,
}

impl Clock {
    /// Creates a clock in a folder; prints a warning and returns `None` if there is no C compiler.
    pub fn create(folder: &Path) -> Outcome<Option<Self>> {
        let [source, library, path] = ["clock.c", "clock.so", "clock"].map(|name| folder.join(name));
        fs::write(&source, SOURCE).map_err(about(&source))?;
        let mut compile = Command::new("cc");
        compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
        if !compile.stdin(Stdio::null()).status().is_ok_and(|status| status.success()) {
            eprintln!("SKIPPED: clock changes, because no C compiler (`cc`) is installed");
            return Ok(None);
        }
        let file = File::create(&path).map_err(about(&path))?;
        let clock = Self { environment: [("LD_PRELOAD", library), ("SOAK_CLOCK", path)], file };
        clock.set(0)?;
        Ok(Some(clock))
    }

    /// Sets the offset from the real system clock in milliseconds.
    pub fn set(&self, offset: i64) -> Outcome {
        let written = self.file.write_all_at(&offset.to_ne_bytes(), 0);
        written.map_err(|error| format!("cannot set the clock: {error}"))
    }
}

pub fn any_offset(random: &mut Random) -> i64 {
    random.below(2 * MAX_OFFSET) as i64 - MAX_OFFSET as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_affects_one_process() {
        let folder = tempfile::tempdir().unwrap();
        let Some(clock) = Clock::create(folder.path()).unwrap() else { return };
        let date = |clock: &Clock| {
            let output = Command::new("date").arg("+%s").envs(clock.environment.clone()).output().unwrap();
            String::from_utf8(output.stdout).unwrap().trim().parse::<i64>().unwrap()
        };
        let machine = || std::time::UNIX_EPOCH.elapsed().unwrap().as_secs() as i64;
        for offset in [0, 86_400_000, -3_600_500] {
            clock.set(offset).unwrap();
            let (before, date, after) = (machine(), date(&clock), machine());
            let least = before + offset.div_euclid(1000);
            assert!((least..=after + offset / 1000 + 1).contains(&date), "{offset}: {date}");
        }
    }
}
