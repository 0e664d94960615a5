use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::Outcome;
use crate::project::{self, Project};
use crate::shell::{self, announce};

/// Generates the web client's TypeScript types from the Rust types.
pub fn write(project: &Project) -> Outcome {
    announce("types of the web client");
    let (folder, types) = (folder(project), types(project)?);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    types.iter().try_for_each(|(name, text)| project::write(&folder.join(name), text))
}

/// Checks that the generated TypeScript types are up to date.
pub fn check(project: &Project) -> Outcome {
    let (folder, types) = (folder(project), types(project)?);
    let is_kept = |(name, text): (&String, &String)| {
        project::read(&folder.join(name)).is_ok_and(|kept| kept.replace("\r\n", "\n") == *text)
    };
    let count = fs::read_dir(&folder).map_or(0, Iterator::count);
    if count == types.len() && types.iter().all(is_kept) {
        return Ok(());
    }
    let folder = folder.strip_prefix(&project.root).unwrap_or(&folder);
    Err(format!("{} is out of date; run `cargo xtask types`", folder.display()))
}

fn folder(project: &Project) -> PathBuf {
    project.root.join("packages/rules/src/types")
}

/// Returns the generated files by name.
fn types(project: &Project) -> Outcome<BTreeMap<String, String>> {
    let mut cargo = shell::cargo(project);
    cargo.args(["run", "--quiet", "--locked", "--profile", "xtask", "--package", "entourage-view"]);
    let types = shell::output(cargo.args(["--features", "schema", "--bin", "typescript"]));
    let types = types.ok_or("generating types from crates/view failed")?;
    let file = |file: &str| {
        let (name, text) = file.split_once('\n')?;
        Some((format!("{name}.ts"), text.trim_end().to_owned() + "\n"))
    };
    Ok(types.split("//// ").skip(1).filter_map(file).collect())
}
