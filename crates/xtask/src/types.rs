use std::fs;
use std::path::PathBuf;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};

/// Writes the page's types from the shapes in Rust.
///
/// # Errors
/// The shapes do not compile, or the file cannot be written.
pub fn write(project: &Project) -> Outcome {
    announce("types of the page");
    let (file, types) = (file(project), types(project)?);
    fs::write(&file, types).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Checks that the page's types are those of the shapes in Rust.
///
/// # Errors
/// They are not, or the shapes do not compile.
pub fn check(project: &Project) -> Outcome {
    let (file, types) = (file(project), types(project)?);
    match fs::read_to_string(&file) {
        Ok(kept) if kept.replace("\r\n", "\n") == types => Ok(()),
        _ => Err(format!(
            "{} is not what the shapes in Rust say; run `cargo xtask types`",
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
    let types = shell::output(cargo.args(["--features", "types", "--bin", "typescript"]));
    types.map(|types| types + "\n").ok_or_else(|| "the shapes of crates/view do not become types".to_owned())
}
