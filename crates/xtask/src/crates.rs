//! Packages of the published crates for crates.io.

use std::path::Path;
use std::process::Command;

use crate::phases::Phases;
use crate::project::{Project, read};
use crate::{Outcome, shell};

/// Lines that mark a crate as unpublished in its manifest.
const UNPUBLISHED: [&str; 2] = ["publish.workspace = true", "publish = false"];

/// Rehearses publishing: packages the crates and builds each package, without uploading.
///
/// If `since` is a revision, also checks API compatibility with that revision by `cargo semver-checks`.
pub fn rehearse(project: &Project, phases: &mut Phases, since: Option<&str>) -> Outcome {
    phases.run("packages", || {
        let mut cargo = shell::cargo(project);
        shell::run(published(project, cargo.args(["publish", "--dry-run", "--locked"]))?)
    })?;
    let Some(revision) = since else { return Ok(()) };
    let mut cargo = shell::cargo(project);
    if shell::output(cargo.args(["semver-checks", "--version"])).is_none() {
        return Err("cargo-semver-checks is missing (`cargo install --locked cargo-semver-checks`)".to_owned());
    }
    phases.run("API compatibility", || {
        let mut cargo = shell::cargo(project);
        shell::run(published(project, cargo.args(["semver-checks", "--baseline-rev", revision]))?)
    })
}

/// Packages the crates offline without building them, which detects missing files.
pub fn pack(project: &Project) -> Outcome {
    let mut cargo = shell::cargo(project);
    let words = ["package", "--no-verify", "--allow-dirty", "--offline", "--locked", "--quiet"];
    shell::run(published(project, cargo.args(words))?)
}

/// Adds a `--package` argument for every published crate.
pub fn published<'c>(project: &Project, cargo: &'c mut Command) -> Outcome<&'c mut Command> {
    for folder in project.crates()? {
        if is_published(&folder)? {
            cargo.arg("--package").arg(project.package(&folder)?);
        }
    }
    Ok(cargo)
}

fn is_published(folder: &Path) -> Outcome<bool> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    Ok(!manifest.lines().any(|line| UNPUBLISHED.contains(&line)))
}
