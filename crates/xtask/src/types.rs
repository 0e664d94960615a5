use std::path::PathBuf;

use crate::Outcome;
use crate::project::{self, Project};
use crate::shell::{self, announce};

/// Generates the web client's TypeScript types from the Rust types.
pub fn write(project: &Project) -> Outcome {
    announce("types of the web client");
    project::write(&file(project), &types(project)?)
}

/// Checks that the generated TypeScript types are up to date.
pub fn check(project: &Project) -> Outcome {
    let (file, types) = (file(project), types(project)?);
    match project::read(&file) {
        Ok(kept) if kept.replace("\r\n", "\n") == types => Ok(()),
        _ => Err(format!(
            "{} is out of date; run `cargo xtask types`",
            file.strip_prefix(&project.root).unwrap_or(&file).display()
        )),
    }
}

fn file(project: &Project) -> PathBuf {
    project.root.join("packages/rules/src/types.generated.ts")
}

fn types(project: &Project) -> Outcome<String> {
    let mut cargo = shell::cargo(project);
    cargo.args(["run", "--quiet", "--locked", "--profile", "xtask", "--package", "entourage-view"]);
    let types = shell::output(cargo.args(["--features", "schema", "--bin", "typescript"]));
    types.map(|types| types + "\n").ok_or_else(|| "generating types from crates/view failed".to_owned())
}
