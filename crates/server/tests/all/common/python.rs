use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;

pub struct Python(Child);

impl Python {
    /// Runs a script in `tests` with the Python interpreter that an environment variable specifies, or else the one in `PATH`.
    /// Returns the process, the first line of output, and a channel of the following lines, parsed as JSON; `None` if
    /// Python or the module is missing.
    pub fn run(
        variable: &str,
        module: &str,
        script: &str,
        options: &[&str],
        what: &str,
    ) -> Option<(Self, String, Receiver<Value>)> {
        let python = std::env::var_os(variable).filter(|named| !named.is_empty());
        let python = python.map_or_else(|| PathBuf::from("python3"), PathBuf::from);
        let import = format!("import {module}");
        let known = Command::new(&python).args(["-c", &import]).stderr(Stdio::null()).status();
        if !known.is_ok_and(|status| status.success()) {
            skip(what, module);
            return None;
        }
        let mut process = Command::new(python)
            .arg(format!("{}/tests/{script}", env!("CARGO_MANIFEST_DIR")))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let (sender, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        Some((Self(process), first, told))
    }
}

/// Reports that a test is skipped because a tool is missing; fails if `CI` is set.
pub fn skip(what: &str, missing: &str) {
    let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
    assert!(!ci, "{missing} is missing, and tests must not be skipped with CI set");
    eprintln!("SKIPPED: {what}, because {missing} is missing");
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
