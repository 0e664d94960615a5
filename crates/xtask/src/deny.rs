use crate::project::Project;
use crate::{Outcome, shell, tools};

/// What is held to `deny.toml`. The list of known weaknesses is not among it: it would have to be fetched.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];
/// The workspaces of the project, by their manifests, each with the notes that say nothing of it: the fuzzers need less than the rest.
const WORKSPACES: [(&str, &[&str]); 2] =
    [("Cargo.toml", &[]), ("fuzz/Cargo.toml", &["unmatched-skip", "license-exception-not-encountered"])];

/// Holds what the project and its fuzzers depend on to `deny.toml`: under which licences, in how many versions, and from where.
///
/// # Errors
/// Something else is depended on. Without cargo-deny this is left out loudly, but under `CI=true` that fails too.
pub fn check(project: &Project) -> Outcome {
    if shell::output(shell::cargo(project).args(["deny", "--version"])).is_none() {
        const MISSING: &str = "cargo-deny is missing (`cargo install cargo-deny --version 0.20.2 --locked`)";
        if tools::strict() {
            return Err(format!("{MISSING}, and with CI=true no check may be skipped"));
        }
        eprintln!("\nSKIPPED: licences and origins of what is depended on, because {MISSING}");
        return Ok(());
    }
    for (manifest, silent) in WORKSPACES {
        let mut deny = shell::cargo(project);
        deny.args(["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"]);
        deny.args(silent.iter().flat_map(|note| ["--allow", note])).args(CHECKS);
        shell::run(&mut deny)?;
    }
    Ok(())
}
