use std::env;

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};
use crate::stamp::{self, Stamp};
use crate::tools;

/// Builds the server as players run it, installs the one beside it, and hands both to the load generator with the words.
///
/// # Errors
/// A tool is missing, or the build or the measurement fails.
pub fn bench(project: &Project, words: &[String]) -> Outcome {
    tools::check_node(project)?;
    let folder = project.root.join("benches/load/boardgame");
    let record = folder.join("node_modules/.entourage.stamp");
    let stamp = Stamp::default().tree(&folder.join("package-lock.json"), &[])?.text();
    if !stamp::stands(&record, &stamp) {
        announce("packages of the server beside ours");
        let mut install = shell::npm(project);
        install.current_dir(&folder);
        shell::run(install.args(["ci", "--omit=optional", "--no-audit", "--no-fund"]))?;
        stamp::write(&record, &stamp)?;
    }
    announce("server and load generator");
    let mut build = shell::cargo(project);
    build.args(["build", "--release", "--locked", "--package", "entourage", "--package", "load"]);
    shell::run(&mut build)?;
    // Their file names refer to the folder the reader stands in.
    let here = env::current_dir().map_err(|error| format!("cannot tell the present folder: {error}"))?;
    let mut run = shell::cargo(project);
    run.current_dir(here).args(["run", "--release", "--locked", "--manifest-path"]);
    run.arg(project.root.join("Cargo.toml")).args(["--package", "load", "--"]);
    run.arg("--entourage").arg(project.command()).arg("--boardgame").arg(folder).args(words);
    announce("load");
    shell::run(&mut run)
}
