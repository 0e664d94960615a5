use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, crates, cycles, deny, laws, names, prose, shell, style, types};

/// Checks formatting, lints, documentation and generated files. The web client is checked together with its tests.
pub fn check(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("format", || shell::run(shell::cargo(project).args(["fmt", "--all", "--check"])))?;
    phases.run("names of games", || names::check(project))?;
    phases.run("prose", || prose::check(project))?;
    phases.run("style", || style::check(project))?;
    phases.run("laws", || laws::check(project))?;
    phases.run("import cycles", || cycles::check(project))?;
    phases.run("dependencies", || deny::check(project))?;
    phases.run("types of the web client", || types::check(project))?;
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
        // Internal documentation is checked nightly.
        shell::run(crates::published(project, doc.args(["doc", "--no-deps", "--locked"]))?)
    })?;
    println!("check: all passed");
    Ok(())
}
