use std::process::{Command, Stdio};
use std::{env, fs};

use crate::project::Project;
use crate::shell::{self, announce};
use crate::{Outcome, tools, wasm};

/// How everything that is measured is built: no machine's own extras, so that figures of two machines compare, and
/// no instructions that valgrind cannot run.
const FLAGS: &str = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v3" } else { "" };

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
    wasm::build(project)?;
    announce("measurements");
    let folder = project.web().join("src/generated");
    shell::run(peers(project, "run")?.args(["--bin", "peers", "--", "wasm"]).arg(folder).args(words))
}

/// Prepares cargo for the measurements, in the folder the reader stands in, to which his file names refer.
fn peers(project: &Project, chore: &str) -> Outcome<Command> {
    let here = env::current_dir().map_err(|error| format!("cannot tell the present folder: {error}"))?;
    let mut command = shell::cargo(project);
    command.current_dir(here).env("RUSTFLAGS", FLAGS).arg(chore);
    command.arg("--manifest-path").arg(project.root.join("Cargo.toml"));
    command.args(["--profile", "release", "--locked", "--package", "peers"]);
    Ok(command)
}

/// The version that benches and runner share.
const GUNGRAUN: &str = "0.20.0";

/// Counts instructions under valgrind and compares them with the committed counts, or accepts them.
///
/// # Errors
/// More instructions than committed, or a build that fails. Without valgrind or gungraun's runner, counting is left
/// out loudly, but under `CI=true` that fails too.
pub fn counts(project: &Project, accept: bool) -> Outcome {
    if let Some(missing) = missing() {
        if tools::strict() || accept {
            return Err(format!("{missing}, and nothing may be skipped here"));
        }
        eprintln!("\nSKIPPED: counting instructions, because {missing}");
        return Ok(());
    }
    announce("instruction counts");
    let mut bench = peers(project, "bench")?;
    bench.args(["--bench", "counts", "--", "--output-format=json"]).stderr(Stdio::inherit());
    let counts = shell::output(&mut bench).ok_or("counting instructions failed")?;
    let file = project.target.join("counts.jsonl");
    fs::write(&file, counts).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    let input = fs::File::open(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let rustc = shell::output(Command::new("rustc").current_dir(&project.root).arg("--version"));
    let mut compare = peers(project, "run")?;
    compare.env("RUSTC_VERSION", rustc.ok_or("cannot start rustc")?).stdin(input);
    compare.args(["--bin", "peers", "--", "counts"]).arg(project.root.join("benches/peers/counts.json"));
    shell::run(compare.args(accept.then_some("--accept")))
}

/// Says what is missing to count instructions.
fn missing() -> Option<String> {
    let version = |tool| shell::output(Command::new(tool).arg("--version"));
    if !cfg!(target_arch = "x86_64") {
        Some("the committed counts are of x86-64".to_owned())
    } else if version("valgrind").is_none() {
        Some("valgrind is missing".to_owned())
    } else if version("gungraun-runner").is_none_or(|version| !version.ends_with(GUNGRAUN)) {
        Some(format!(
            "gungraun's runner is missing (`cargo install gungraun-runner --version {GUNGRAUN} --locked`)"
        ))
    } else {
        None
    }
}
