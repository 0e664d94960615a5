use crate::names;
use crate::project::Project;
use crate::shell::{self, announce};
use crate::{Outcome, web};

/// Runs format, lint and documentation, and the checks of the page's types.
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
    web::prepare(project)?;
    announce("types of the page");
    shell::run(shell::npm(project).args(["run", "check"]))?;
    println!("check: all passed");
    Ok(())
}
