use std::env;
use std::process::Command;

use crate::Outcome;
use crate::apart::{apart, is_possible};
use crate::project::Project;
use crate::shell::{self, announce};

/// How the soak gets a place of its own for file systems, which goes with it: as root, and as anybody else where the system allows it.
const APART: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];

/// Builds the server as players run it and the soak, and hands the words to the soak.
///
/// # Errors
/// The build fails, or the soak: something that was acknowledged is lost, others waited for too long, or memory grew.
pub fn soak(project: &Project, words: &[String]) -> Outcome {
    announce("server and soak");
    let mut build = shell::cargo(project);
    build.args(["build", "--release", "--locked", "--package", "entourage", "--package", "soak"]);
    shell::run(&mut build)?;
    let program = project.target.join("release/soak").with_extension(env::consts::EXE_EXTENSION);
    let mut run = match APART.iter().find(|options| is_possible(options, &["true"])) {
        Some(options) => {
            let mut run = apart(options);
            run.arg(program);
            run
        }
        None => Command::new(program),
    };
    run.arg("--entourage").arg(project.command()).args(words);
    announce("soak");
    shell::run(&mut run)
}
