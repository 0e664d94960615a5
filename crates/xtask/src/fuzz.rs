use std::fs;
use std::process::Command;

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, shell, workers};

/// Fuzzes every target of `fuzz/` for a number of seconds each, after all that was found before and the seeds.
///
/// # Errors
/// The nightly toolchain or cargo-fuzz is missing, or a target finds a fault.
pub fn fuzz(project: &Project, phases: &mut Phases, seconds: u32) -> Outcome {
    let cargo_fuzz = |chore: &str| {
        let mut command = Command::new("cargo");
        // The toolchain that runs this program is pinned; fuzzing needs another.
        command.current_dir(&project.root).env_remove("RUSTUP_TOOLCHAIN").args(["+nightly", "fuzz", chore]);
        command
    };
    let targets = shell::output(&mut cargo_fuzz("list")).ok_or(
        "fuzzing needs `rustup toolchain install nightly` and `cargo install cargo-fuzz --version 0.13.2`",
    )?;
    // The code has no unsafe part for a sanitizer to watch.
    let sanitizer = ["--sanitizer", "none"];
    phases.run("building the fuzzers", || shell::run(cargo_fuzz("build").args(sanitizer)))?;
    let targets: Vec<&str> = targets.lines().collect();
    let count = targets.len();
    phases.run("fuzzing", || {
        let outcomes = workers::side_by_side(targets, |target| {
            let [found, seeds] =
                ["corpus", "seeds"].map(|kind| project.root.join("fuzz").join(kind).join(target));
            fs::create_dir_all(&found).map_err(|error| format!("cannot make {}: {error}", found.display()))?;
            let limit = format!("-max_total_time={seconds}");
            let mut run = cargo_fuzz("run");
            run.args(sanitizer).arg(target).args([found, seeds]);
            run.args(["--", &limit, "-max_len=4096", "-timeout=5", "-verbosity=0", "-print_final_stats=1"]);
            let (told, outcome) = shell::listen(&mut run);
            println!("fuzz {target} for {seconds} s\n{told}");
            outcome
        });
        outcomes.into_iter().collect::<Outcome>()
    })?;
    println!("fuzz: {count} targets, {seconds} s each, no fault found");
    Ok(())
}
