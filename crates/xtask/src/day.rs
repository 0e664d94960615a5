use std::env;
use std::process::Command;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};

/// Builds the server and the program that lets people live a day on it, and hands the words to that.
///
/// # Errors
/// The build fails, or something that was acknowledged is lost, or computed otherwise than it is told.
pub fn day(project: &Project, words: &[String]) -> Outcome {
    announce("server and day");
    let mut build = shell::cargo(project);
    shell::run(build.args(["build", "--locked", "--package", "entourage", "--package", "day"]))?;
    let file = |name: &str| project.target.join("debug").join(name).with_extension(env::consts::EXE_EXTENSION);
    let mut run = Command::new(file("day"));
    run.arg("--entourage").arg(file("entourage")).arg("--texts").arg(project.root.join("variants")).args(words);
    announce("day");
    shell::run(&mut run)
}
