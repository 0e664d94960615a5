use crate::project::Project;
use crate::{Outcome, shell, tools};

/// The cargo-deny checks to run. The check `advisories` is omitted, because it needs the network.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];
/// The manifest of each workspace, and the lints to allow in it. The fuzzers have fewer dependencies, so some exceptions in
/// `deny.toml` are unused.
const WORKSPACES: [(&str, &[&str]); 2] =
    [("Cargo.toml", &[]), ("fuzz/Cargo.toml", &["unmatched-skip", "license-exception-not-encountered"])];

/// Checks licences, duplicate versions and sources of dependencies against `deny.toml`.
///
/// # Errors
/// A dependency violates a rule. If cargo-deny is missing, the check is skipped with a warning, or fails with `CI=true`.
pub fn check(project: &Project) -> Outcome {
    if shell::output(shell::cargo(project).args(["deny", "--version"])).is_none() {
        const MISSING: &str = "cargo-deny is missing (`cargo install cargo-deny --version 0.20.2 --locked`)";
        if tools::is_ci() {
            return Err(format!("{MISSING}, and CI=true allows no skipped checks"));
        }
        eprintln!("\nSKIPPED: licences and sources of dependencies, because {MISSING}");
        return Ok(());
    }
    for (manifest, allowed) in WORKSPACES {
        let mut deny = shell::cargo(project);
        deny.args(["deny", "--locked", "--config", "deny.toml", "--manifest-path", manifest, "check"]);
        deny.args(allowed.iter().flat_map(|lint| ["--allow", lint])).args(CHECKS);
        shell::run(&mut deny)?;
    }
    Ok(())
}
