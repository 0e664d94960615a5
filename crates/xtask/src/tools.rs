use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};

const LEAST_NODE: u32 = 20;

/// Checks for Node.js and npm.
///
/// # Errors
/// One line that says what is missing or too old and where it comes from.
pub fn check_node(project: &Project) -> Outcome {
    const SOURCE: &str = "https://nodejs.org or your system's packages";
    let Some(version) = shell::output(Command::new("node").arg("--version")) else {
        return Err(format!("Node.js is missing; install version {LEAST_NODE} or later from {SOURCE}"));
    };
    if major(&version).is_none_or(|major| major < LEAST_NODE) {
        return Err(format!(
            "Node.js {version} is too old; install version {LEAST_NODE} or later from {SOURCE}"
        ));
    }
    if shell::output(shell::npm(project).arg("--version")).is_none() {
        return Err(format!("npm, which comes with Node.js, is missing; install it from {SOURCE}"));
    }
    Ok(())
}

/// Checks for the standard library of a target and installs it where rustup can.
///
/// # Errors
/// One line that says that it is missing and how to install it.
pub fn check_target(project: &Project, target: &str) -> Outcome {
    if has_target(project, target) {
        return Ok(());
    }
    let missing = format!("the Rust target {target} is missing");
    let mut rustup = Command::new("rustup");
    if shell::output(rustup.arg("--version")).is_none() {
        return Err(format!("{missing}; install it with your Rust, or install rustup from https://rustup.rs"));
    }
    announce(&format!("rustup target add {target}"));
    let mut add = Command::new("rustup");
    shell::run(add.current_dir(&project.root).args(["target", "add", target]))
        .map_err(|problem| format!("{missing}: {problem}"))?;
    if has_target(project, target) { Ok(()) } else { Err(format!("{missing}, also after `rustup target add`")) }
}

fn has_target(project: &Project, target: &str) -> bool {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.current_dir(&project.root).args(["--print", "target-libdir", "--target", target]);
    shell::output(&mut rustc).is_some_and(|folder| PathBuf::from(folder).is_dir())
}

/// Returns how Rust calls this system, such as `x86_64-unknown-linux-gnu`.
///
/// # Errors
/// rustc does not tell.
pub fn host(project: &Project) -> Outcome<String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let told = shell::output(rustc.current_dir(&project.root).arg("-vV")).unwrap_or_default();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not tell what system this is".to_owned())
}

/// Finds the browser of the page's tests: the program that `CHROMIUM` names, or one of the usual names in `PATH`.
pub fn chromium() -> Option<PathBuf> {
    // The first has no window to draw, and takes a third less time.
    let names =
        ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    find("CHROMIUM", &names)
}

/// Finds what tries the server's interface from its description: the program that `SCHEMATHESIS` names, or the one in `PATH`.
pub fn schemathesis() -> Option<PathBuf> {
    find("SCHEMATHESIS", &["schemathesis"])
}

/// Tells whether there is a host of engines: a Python, which `HOST_PYTHON` may name, that has what its test imports.
pub fn has_host(project: &Project) -> bool {
    let test = project.root.join("crates/cli/tests/hosts.py");
    shell::output(python("HOST_PYTHON").arg(test)).is_some()
}

/// Tells whether there is what builds and tries the wheel: a Python, which `WHEEL_PYTHON` may name, that has maturin, and what the tests import.
pub fn has_wheel_tools() -> bool {
    ["maturin", "numpy", "pettingzoo", "gymnasium", "mypy"]
        .iter()
        .all(|module| has_module("WHEEL_PYTHON", module))
}

/// Tells whether the Python that a variable of the environment names, or the one in `PATH`, has a module.
pub fn has_module(variable: &str, module: &str) -> bool {
    shell::output(python(variable).args(["-c", &format!("import {module}")])).is_some()
}

/// Makes the command of the Python that a variable of the environment names, or the one in `PATH`.
pub fn python(variable: &str) -> Command {
    let python = env::var_os(variable).filter(|named| !named.is_empty());
    Command::new(python.unwrap_or_else(|| "python3".into()))
}

/// Finds a program: the one that a variable of the environment names, or one of some names in `PATH`.
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

/// Tells whether nothing may be skipped, as in the continuous integration.
pub fn strict() -> bool {
    env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v8.1.0"), Some(8));
        assert_eq!(major("what"), None);
    }
}
