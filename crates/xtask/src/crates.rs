//! The crates that others may build upon, as packages for crates.io.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, shell};

/// The line by which a manifest says that its crate is part of the program alone.
const KEPT: [&str; 2] = ["publish.workspace = true", "publish = false"];

/// Does all that publishing does but the upload: packs the crates in order, and builds each from its package.
///
/// With a revision, what the crates offer now is compared with what they offered then, by `cargo semver-checks`.
///
/// # Errors
/// A crate cannot be packed or built, offers less than its version says, or `cargo semver-checks` is missing.
pub fn rehearse(project: &Project, phases: &mut Phases, since: Option<&str>) -> Outcome {
    phases.run("packages", || {
        let mut cargo = shell::cargo(project);
        shell::run(published(project, cargo.args(["publish", "--dry-run", "--locked"]))?)
    })?;
    let Some(revision) = since else { return Ok(()) };
    let mut cargo = shell::cargo(project);
    if shell::output(cargo.args(["semver-checks", "--version"])).is_none() {
        return Err("cargo-semver-checks is missing; `cargo install --locked cargo-semver-checks`".to_owned());
    }
    phases.run("promises of versions", || {
        let mut cargo = shell::cargo(project);
        shell::run(published(project, cargo.args(["semver-checks", "--baseline-rev", revision]))?)
    })
}

/// Packs the crates without building them, with what is on this machine: enough to know that nothing is missing beside them.
///
/// # Errors
/// A crate cannot be packed.
pub fn pack(project: &Project) -> Outcome {
    let mut cargo = shell::cargo(project);
    let words = ["package", "--no-verify", "--allow-dirty", "--offline", "--locked", "--quiet"];
    shell::run(published(project, cargo.args(words))?)
}

/// Adds the crates that are published to a command of cargo's.
pub fn published<'c>(project: &Project, cargo: &'c mut Command) -> Outcome<&'c mut Command> {
    for folder in project.crates()? {
        if is_published(&folder)? {
            cargo.arg("--package").arg(project.package(&folder)?);
        }
    }
    Ok(cargo)
}

/// Tells whether a crate is for others to build upon, which is so unless its manifest says otherwise.
fn is_published(folder: &Path) -> Outcome<bool> {
    let file = folder.join("Cargo.toml");
    let manifest = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(!manifest.lines().any(|line| KEPT.contains(&line)))
}
