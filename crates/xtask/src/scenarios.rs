//! Builds and runs the scenarios in `benches/scenarios`.

use std::env;
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::project::Project;
use crate::shell::{self, announce};

/// Options of `unshare` for a mount namespace: as root, or as another user if the system allows it.
const MOUNTS: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
/// Options of `unshare` for a network namespace; [`TRIAL`] checks that the namespace can be connected to another one.
const NETWORK: &[&str] = &["--net"];
const TRIAL: &str = "nsenter --net=/proc/self/ns/net ip link add name one type veth peer name two";
const MISSING: &str = "network partitions need root and `ip` (Debian's package `iproute2`)";

/// Runs `soak`, in a mount namespace if possible.
pub fn soak(project: &Project, words: &[String]) -> Outcome {
    let namespace = MOUNTS.into_iter().find(|options| is_possible(options, &["true"]));
    start(project, "soak", true, namespace, |run| run.args(words))
}

/// Runs `faults` in a network namespace; without one, fails if `CI` is set, and otherwise skips network partitions.
pub fn faults(project: &Project, words: &[String]) -> Outcome {
    let can_partition = is_possible(NETWORK, &TRIAL.split(' ').collect::<Vec<_>>());
    match can_partition {
        false if env::var_os("CI").is_some() => return Err(MISSING.into()),
        false => eprintln!("SKIPPED: network partitions, because {MISSING}"),
        true => {}
    }
    let partitions = can_partition.then_some("--partitions");
    start(project, "faults", false, can_partition.then_some(NETWORK), |run| run.args(partitions).args(words))
}

pub fn day(project: &Project, words: &[String]) -> Outcome {
    let texts = project.root.join("variants");
    start(project, "day", false, None, |run| run.arg("--texts").arg(texts).args(words))
}

pub fn load(project: &Project, words: &[String]) -> Outcome {
    start(project, "load", true, None, |run| run.args(words))
}

pub fn studies(project: &Project, words: &[String]) -> Outcome {
    start(project, "studies", true, None, |run| run.args(words))
}

/// Builds the server and the scenarios, and runs a scenario, optionally in a namespace. Relative file names in arguments refer to the
/// current folder.
fn start(
    project: &Project,
    scenario: &str,
    is_release: bool,
    namespace: Option<&[&str]>,
    add: impl FnOnce(&mut Command) -> &mut Command,
) -> Outcome {
    announce("server and scenarios");
    let mut build = shell::cargo(project);
    build.args(["build", "--locked", "--package", "entourage", "--package", "scenarios"]);
    build.args(["--features", "entourage/operator"]);
    shell::run(build.args(is_release.then_some("--release")))?;
    let folder = project.target.join(if is_release { "release" } else { "debug" });
    let file = |name: &str| folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    let mut run = match namespace {
        Some(options) => {
            let mut run = unshare(options);
            run.arg(file("scenarios"));
            run
        }
        None => Command::new(file("scenarios")),
    };
    run.arg(scenario).arg("--entourage").arg(file("entourage"));
    announce(scenario);
    shell::run(add(&mut run))
}

fn unshare(options: &[&str]) -> Command {
    let mut run = Command::new("unshare");
    run.args(options).arg("--");
    run
}

/// Returns whether the command `trial` succeeds in a namespace that `unshare` creates with `options`.
fn is_possible(options: &[&str], trial: &[&str]) -> bool {
    let mut run = unshare(options);
    run.args(trial).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
}
