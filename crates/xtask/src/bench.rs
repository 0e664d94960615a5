use std::env;
use std::process::Command;

use crate::project::{Build, Project};
use crate::shell::{self, announce};
use crate::{Outcome, tools, wasm};

/// How everything that is measured is built: no machine's own extras, so that figures of two machines compare, and
/// no instructions that valgrind cannot run.
pub const FLAGS: &str = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v3" } else { "" };

/// Builds the measurements and hands them the words.
///
/// # Errors
/// The build or the measurement fails.
pub fn bench(project: &Project, words: &[String]) -> Outcome {
    announce("measurements");
    shell::run(peers(project, "run")?.args(["--bin", "peers", "--"]).args(words))
}

/// Builds the rules for browsers and the measurements, and compares the search of both.
///
/// # Errors
/// A build or the measurement fails, or Node is missing.
pub fn wasm(project: &Project, words: &[String]) -> Outcome {
    tools::check_node(project)?;
    wasm::build(project, Build::Release)?;
    announce("measurements");
    let folder = project.root.join(wasm::RULES);
    shell::run(peers(project, "run")?.args(["--bin", "peers", "--", "wasm"]).arg(folder).args(words))
}

/// Prepares cargo for the measurements, in the folder the reader stands in, to which their file names refer.
pub fn peers(project: &Project, chore: &str) -> Outcome<Command> {
    let here = env::current_dir().map_err(|error| format!("cannot tell the present folder: {error}"))?;
    let mut command = shell::cargo(project);
    command.current_dir(here).env("RUSTFLAGS", FLAGS).arg(chore);
    command.arg("--manifest-path").arg(project.root.join("Cargo.toml"));
    command.args(["--profile", "release", "--locked", "--package", "peers"]);
    Ok(command)
}
