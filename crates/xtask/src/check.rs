use crate::Outcome;
use crate::deny;
use crate::laws;
use crate::names;
use crate::phases::Phases;
use crate::project::Project;
use crate::prose;
use crate::rooms;
use crate::shell;
use crate::types;

/// Runs format, lint and documentation, and holds what is written from sources to them; the page itself is checked with its tests.
///
/// # Errors
/// The first check that fails.
pub fn check(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("format", || shell::run(shell::cargo(project).args(["fmt", "--all", "--check"])))?;
    phases.run("names", || names::check(project))?;
    phases.run("prose", || prose::check(project))?;
    phases.run("laws", || laws::check(project))?;
    phases.run("rooms", || rooms::check(project))?;
    phases.run("dependencies", || deny::check(project))?;
    phases.run("types of the page", || types::check(project))?;
    phases.run("lint", || {
        let mut clippy = shell::cargo(project);
        shell::run(clippy.args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
    })?;
    phases.run("documentation", || {
        let mut doc = shell::cargo(project);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        shell::run(doc.args(["doc", "--workspace", "--no-deps", "--locked"]))
    })?;
    println!("check: all passed");
    Ok(())
}
