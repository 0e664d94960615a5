use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};

const MIN_NODE: u32 = 20;

/// Checks that Node.js and npm are installed and recent enough.
pub fn check_node(project: &Project) -> Outcome {
    const SOURCE: &str = "https://nodejs.org or your system's packages";
    let Some(version) = shell::output(Command::new("node").arg("--version")) else {
        return Err(format!("Node.js is missing; install version {MIN_NODE} or later from {SOURCE}"));
    };
    if major(&version).is_none_or(|major| major < MIN_NODE) {
        return Err(format!("Node.js {version} is too old; install version {MIN_NODE} or later from {SOURCE}"));
    }
    if shell::output(shell::npm(project).arg("--version")).is_none() {
        return Err(format!("npm, which comes with Node.js, is missing; install it from {SOURCE}"));
    }
    Ok(())
}

/// Installs a Rust target with rustup, unless the target is already installed.
pub fn check_target(project: &Project, target: &str) -> Outcome {
    if has_target(project, target) {
        return Ok(());
    }
    let missing = format!("the Rust target {target} is missing");
    let mut rustup = Command::new("rustup");
    if shell::output(rustup.arg("--version")).is_none() {
        return Err(format!(
            "{missing}; install it with your system's Rust packages, or install rustup from https://rustup.rs"
        ));
    }
    announce(&format!("rustup target add {target}"));
    let mut add = Command::new("rustup");
    shell::run(add.current_dir(&project.root).args(["target", "add", target]))
        .map_err(|problem| format!("{missing}: {problem}"))?;
    if has_target(project, target) { Ok(()) } else { Err(format!("{missing}, even after `rustup target add`")) }
}

fn has_target(project: &Project, target: &str) -> bool {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.current_dir(&project.root).args(["--print", "target-libdir", "--target", target]);
    shell::output(&mut rustc).is_some_and(|folder| PathBuf::from(folder).is_dir())
}

/// Returns the host's target triple, such as `x86_64-unknown-linux-gnu`.
pub fn host(project: &Project) -> Outcome<String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let version = shell::output(rustc.current_dir(&project.root).arg("-vV")).unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` reports no host".to_owned())
}

/// Finds Chromium for browser tests: the program specified by the variable `CHROMIUM`, or one with a usual name in `PATH`.
pub fn chromium() -> Option<PathBuf> {
    // Tests take a third less time in the headless shell.
    let names =
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    find("CHROMIUM", &names)
}

/// Finds schemathesis: the program specified by the variable `SCHEMATHESIS`, or the one in `PATH`.
pub fn schemathesis() -> Option<PathBuf> {
    find("SCHEMATHESIS", &["schemathesis"])
}

/// Returns whether the Python interpreter specified by `HOST_PYTHON` has the packages that the engine test imports.
pub fn has_host(project: &Project) -> bool {
    let test = project.root.join("crates/cli/tests/hosts.py");
    shell::output(python("HOST_PYTHON").arg(test)).is_some()
}

/// Returns whether the Python interpreter specified by `WHEEL_PYTHON` has the packages that build and test the wheel.
pub fn has_wheel_tools() -> bool {
    ["maturin", "numpy", "pettingzoo", "gymnasium", "mypy"]
        .iter()
        .all(|module| has_module("WHEEL_PYTHON", module))
}

/// Returns whether the Python interpreter specified by an environment variable, or else the one in `PATH`, has a module.
pub fn has_module(variable: &str, module: &str) -> bool {
    shell::output(python(variable).args(["-c", &format!("import {module}")])).is_some()
}

/// Returns a command for the Python interpreter specified by an environment variable, or else the one in `PATH`.
pub fn python(variable: &str) -> Command {
    let python = env::var_os(variable).filter(|named| !named.is_empty());
    Command::new(python.unwrap_or_else(|| "python3".into()))
}

/// Finds the program specified by an environment variable, or else the first of `names` in `PATH`.
fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(named) = env::var_os(variable).filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = env::var_os("PATH")?;
    names
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

/// Returns whether this is a CI run, in which no test may be skipped.
pub fn is_ci() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn node_versions_are_parsed() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v8.1.0"), Some(8));
        assert_eq!(major("what"), None);
    }
}
