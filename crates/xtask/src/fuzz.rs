use std::fs;
use std::process::Command;

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, parallel, shell};

/// Fuzzes every target in `fuzz/` for `seconds` seconds, starting from the target's corpus and seeds.
pub fn fuzz(project: &Project, phases: &mut Phases, seconds: u32) -> Outcome {
    let cargo_fuzz = |subcommand: &str| {
        let mut command = Command::new("cargo");
        // Overrides the project's pinned toolchain, because cargo-fuzz needs nightly.
        command
            .current_dir(&project.root)
            .env_remove("RUSTUP_TOOLCHAIN")
            .args(["+nightly", "fuzz", subcommand]);
        command
    };
    let targets = shell::output(&mut cargo_fuzz("list")).ok_or(
        "fuzzing needs `rustup toolchain install nightly` and `cargo install cargo-fuzz --version 0.13.2`",
    )?;
    // Sanitizers are of no use without unsafe code.
    let sanitizer = ["--sanitizer", "none"];
    phases.run("building the fuzzers", || shell::run(cargo_fuzz("build").args(sanitizer)))?;
    let targets: Vec<&str> = targets.lines().collect();
    let count = targets.len();
    phases.run("fuzzing", || {
        let outcomes = parallel::map(targets, |target| {
            let [corpus, seeds] =
                ["corpus", "seeds"].map(|kind| project.root.join("fuzz").join(kind).join(target));
            fs::create_dir_all(&corpus)
                .map_err(|error| format!("cannot create {}: {error}", corpus.display()))?;
            let limit = format!("-max_total_time={seconds}");
            let mut run = cargo_fuzz("run");
            run.args(sanitizer).arg(target).args([corpus, seeds]);
            run.args(["--", &limit, "-max_len=4096", "-timeout=5", "-verbosity=0", "-print_final_stats=1"]);
            let (output, outcome) = shell::capture(&mut run);
            println!("fuzz {target} for {seconds} s\n{output}");
            outcome
        });
        outcomes.into_iter().collect::<Outcome>()
    })?;
    println!("fuzz: {count} targets, {seconds} s each, no crash found");
    Ok(())
}
