use std::env;
use std::process::Command;

use crate::Outcome;
use crate::apart::{apart, is_possible};
use crate::project::Project;
use crate::shell::{self, announce};

/// What must be possible for servers to be parted from what they need: a network apart, and another one at the end of a wire.
const NETWORK: &[&str] = &["--net"];
const TRIAL: &str = "nsenter --net=/proc/self/ns/net ip link add name one type veth peer name two";
const MISSING: &str =
    "no server can have a network of its own: that needs root and `ip` (Debian's package `iproute2`)";

/// Builds the server and the program that lets everything around it fail, and hands the words to that; as root with a network for itself.
///
/// # Errors
/// The build fails, or something that was acknowledged is lost or doubled, or recovery takes too long. With `CI` set, also where the network
/// cannot come apart.
pub fn faults(project: &Project, words: &[String]) -> Outcome {
    let is_apart = is_possible(NETWORK, &TRIAL.split(' ').collect::<Vec<_>>());
    if !is_apart && env::var_os("CI").is_some() {
        return Err(MISSING.into());
    }
    announce("server and faults");
    let mut build = shell::cargo(project);
    shell::run(build.args(["build", "--locked", "--package", "entourage", "--package", "faults"]))?;
    let file = |name: &str| project.target.join("debug").join(name).with_extension(env::consts::EXE_EXTENSION);
    let mut run = if is_apart {
        let mut run = apart(NETWORK);
        run.arg(file("faults")).arg("--apart");
        run
    } else {
        eprintln!("{MISSING}: THE NETWORK WILL NOT COME APART");
        Command::new(file("faults"))
    };
    run.arg("--entourage").arg(file("entourage")).args(words);
    announce("faults");
    shell::run(&mut run)
}
