use std::env;
use std::process::Command;

use crate::project::{Build, Project};
use crate::shell::{self, announce};
use crate::{Outcome, tools, wasm};

/// Compiler flags of all benchmarks: a fixed CPU baseline, so that results from different machines are comparable and valgrind
/// supports every instruction.
pub const FLAGS: &str = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v3" } else { "" };

pub fn bench(project: &Project, words: &[String]) -> Outcome {
    announce("benchmarks");
    shell::run(peers(project, "run")?.args(["--bin", "peers", "--"]).args(words))
}

/// Compares the search in WebAssembly with native code.
pub fn wasm(project: &Project, words: &[String]) -> Outcome {
    tools::check_node(project)?;
    wasm::build(project, Build::Release)?;
    announce("benchmarks");
    let folder = project.root.join(wasm::RULES);
    shell::run(peers(project, "run")?.args(["--bin", "peers", "--", "wasm"]).arg(folder).args(words))
}

/// Returns a cargo command for the benchmarks. It runs in the current folder, so that relative file names in arguments work.
pub fn peers(project: &Project, subcommand: &str) -> Outcome<Command> {
    let here = env::current_dir().map_err(|error| format!("cannot determine the current folder: {error}"))?;
    let mut command = shell::cargo(project);
    command.current_dir(here).env("RUSTFLAGS", FLAGS).arg(subcommand);
    command.arg("--manifest-path").arg(project.root.join("Cargo.toml"));
    command.args(["--profile", "release", "--locked", "--package", "peers"]);
    Ok(command)
}
