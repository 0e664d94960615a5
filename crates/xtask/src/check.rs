use crate::Outcome;
use crate::names;
use crate::project::Project;
use crate::shell::{self, announce};

/// Runs format, lint and documentation; the types of the page are checked with its tests.
///
/// # Errors
/// The first check that fails.
pub fn check(project: &Project) -> Outcome {
    announce("format");
    shell::run(shell::cargo(project).args(["fmt", "--all", "--check"]))?;
    announce("names");
    names::check(project)?;
    announce("lint");
    let mut clippy = shell::cargo(project);
    shell::run(clippy.args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    announce("documentation");
    let mut doc = shell::cargo(project);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    shell::run(doc.args(["doc", "--workspace", "--no-deps", "--locked"]))?;
    println!("check: all passed");
    Ok(())
}
