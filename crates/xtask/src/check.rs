use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, crates, deny, laws, names, prose, rooms, shell, types};

/// Runs format, lint and documentation, and compares what is generated with its sources; the page is checked with its tests.
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
        clippy.args(["clippy", "--workspace", "--all-targets", "--features", "entourage/operator", "--locked"]);
        shell::run(clippy.args(["--", "-D", "warnings"]))
    })?;
    phases.run("lint of the default build", || {
        let mut clippy = shell::cargo(project);
        shell::run(clippy.args(["clippy", "--package", "entourage", "--locked", "--", "-D", "warnings"]))
    })?;
    phases.run("documentation", || {
        let mut doc = shell::cargo(project);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        // Those of the program are for contributors, and a night of its own.
        shell::run(crates::published(project, doc.args(["doc", "--no-deps", "--locked"]))?)
    })?;
    println!("check: all passed");
    Ok(())
}
