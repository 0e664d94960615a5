use crate::Outcome;
use crate::crates;
use crate::deny;
use crate::laws;
use crate::names;
use crate::phases::Phases;
use crate::project::Project;
use crate::prose;
use crate::rooms;
use crate::shell;
use crate::tools;
use crate::types;

/// Other systems on which people put the engine into the folder of their board.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

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
    // All but the server: what that needs in C is compiled for another system only where its tools are.
    for system in SYSTEMS {
        // Its standard library comes over the network, where there is one.
        if let Err(problem) = tools::check_target(project, system) {
            eprintln!("\nSKIPPED: the engine for {system}: {problem}");
            continue;
        }
        phases.run(&format!("engine for {system}"), || {
            let mut clippy = shell::cargo(project);
            clippy.args(["clippy", "--package", "entourage", "--no-default-features", "--locked"]);
            shell::run(clippy.args(["--target", system, "--", "-D", "warnings"]))
        })?;
    }
    phases.run("documentation", || {
        let mut doc = shell::cargo(project);
        doc.env("RUSTDOCFLAGS", "-D warnings");
        shell::run(doc.args(["doc", "--workspace", "--no-deps", "--locked"]))
    })?;
    phases.run("packages for crates.io", || crates::pack(project))?;
    println!("check: all passed");
    Ok(())
}
