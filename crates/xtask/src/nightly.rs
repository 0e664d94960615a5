//! The nightly tier: groups of long tests, each with the paths whose changes trigger it.

use std::path::PathBuf;
use std::process::Command;

use crate::phases::Phases;
use crate::project::{Build, Project};
use crate::{Outcome, browser, counts, crates, dist, fuzz, python, scenarios, shell, test, tools};

/// Factor by which conformance tests, mutation tests and tests that kill the server run longer than in the test tier.
const FACTOR: u32 = 10;
/// Positions per conformance suite in the test tier.
const POSITIONS: u32 = 1_500;
/// Name filters that select the tests to run longer.
const LONGER: [&str; 5] = ["kill", "fuzz::", "mutations::", "conformance::", "conforms"];
/// Seconds of fuzzing per parser: in nightly runs, and in runs triggered by a change.
const FUZZ: [u32; 2] = [60, 4];
/// Other platforms for which the engine is checked.
const PLATFORMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

struct Group {
    name: &'static str,
    /// `cargo xtask ci` runs the group if a file whose path has one of these prefixes has changed. Empty for groups that take too long.
    triggers: &'static [&'static str],
    run: fn(&Project, &mut Phases, Trigger) -> Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    Night,
    Change,
}

const GROUPS: [Group; 12] = [
    Group {
        name: "counts",
        triggers: &["crates/kernel/src/", "crates/search/src/", "games/", "benches/peers/"],
        run: |project, phases, _| counts::counts(project, phases, false),
    },
    Group {
        name: "fuzz",
        triggers: &["fuzz/"],
        run: |project, phases, trigger| {
            fuzz::fuzz(project, phases, FUZZ[usize::from(trigger == Trigger::Change)])
        },
    },
    Group { name: "wheel", triggers: &["crates/py/"], run: |project, phases, _| python::test(project, phases) },
    Group { name: "systems", triggers: &["crates/cli/Cargo.toml"], run: systems },
    Group {
        name: "packages",
        triggers: &["crates/registry/Cargo.toml", "crates/kernel/Cargo.toml"],
        run: |project, phases, _| phases.run("packages for crates.io", || crates::pack(project)),
    },
    Group {
        name: "features",
        triggers: &["crates/server/src/", "packages/", "web/e2e/features/", "web/e2e/support/", "web/src/"],
        run: |project, phases, _| in_browser(project, phases, "browser tests of features", browser::features),
    },
    Group {
        name: "browser",
        triggers: &["web/e2e/nightly/"],
        run: |project, phases, _| in_browser(project, phases, "long browser tests", browser::nightly),
    },
    Group {
        name: "ignored",
        triggers: &["crates/fairy/src/", "crates/search/src/", "crates/server/src/description.rs"],
        run: |project, phases, _| test::ignored(project, phases),
    },
    Group { name: "longer", triggers: &[], run: longer },
    Group { name: "docs", triggers: &[], run: documentation },
    Group { name: "dist", triggers: &[], run: shipped },
    Group { name: "scenarios", triggers: &[], run: stress },
];

pub fn run(project: &Project, phases: &mut Phases, names: &[String], trigger: Trigger) -> Outcome {
    if let Some(unknown) = names.iter().find(|name| GROUPS.iter().all(|group| group.name != **name)) {
        let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        return Err(format!("unknown group \"{unknown}\"; the nightly groups are {}", known.join(", ")));
    }
    let chosen = GROUPS.iter().filter(|group| names.is_empty() || names.iter().any(|name| name == group.name));
    // A failed group does not stop the others.
    let failures: Vec<String> = chosen
        .filter_map(|group| {
            let problem = (group.run)(project, phases, trigger).err()?;
            Some(format!("{}: {problem}", group.name))
        })
        .collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\nxtask: ")) }
}

/// Returns the groups triggered by files that differ from the base revision: `BASE` if set, else the merge base with `origin/main`,
/// else `HEAD^`.
pub fn touched(project: &Project) -> Outcome<Vec<String>> {
    let git = |words: &[&str]| shell::output(Command::new("git").current_dir(&project.root).args(words));
    let head = git(&["rev-parse", "HEAD"]).ok_or("this is not a git checkout")?;
    let fork = git(&["merge-base", "HEAD", "origin/main"]).filter(|base| *base != head);
    let base = std::env::var("BASE").ok().or(fork).unwrap_or_else(|| "HEAD^".to_owned());
    let changed = git(&["diff", "--name-only", &base]).unwrap_or_default();
    let is_triggered = |group: &&Group| {
        group.triggers.iter().any(|prefix| changed.lines().any(|file| file.starts_with(prefix)))
    };
    Ok(GROUPS.iter().filter(is_triggered).map(|group| group.name.to_owned()).collect())
}

/// Lints the engine for other platforms, without the server, whose C dependencies would need cross compilers.
fn systems(project: &Project, phases: &mut Phases, _: Trigger) -> Outcome {
    for system in PLATFORMS {
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
    Ok(())
}

/// Runs browser tests that are not in the test tier.
fn in_browser(
    project: &Project,
    phases: &mut Phases,
    name: &str,
    files: fn(&Project) -> Outcome<Vec<PathBuf>>,
) -> Outcome {
    let browser = tools::chromium().ok_or(browser::MISSING)?;
    browser::build(project, phases)?;
    phases.run(name, || browser::run(project, &browser, &files(project)?, &project.tested()))
}

/// Runs the tests selected by [`LONGER`] for [`FACTOR`] times as long as in the test tier.
fn longer(project: &Project, phases: &mut Phases, _: Trigger) -> Outcome {
    let mut tests = test::cargo_test(project);
    tests.args(["--test", "all", "--test", "command", "--"]).args(LONGER).args(["--test-threads=1"]);
    tests.env("ENTOURAGE_OFTEN", FACTOR.to_string());
    tests.env("CONFORMANCE_POSITIONS", (POSITIONS * FACTOR).to_string());
    phases.run("longer tests", || shell::run(&mut tests))
}

fn documentation(project: &Project, phases: &mut Phases, _: Trigger) -> Outcome {
    phases.run("documentation of all crates", || {
        let mut doc = shell::cargo(project);
        shell::run(doc.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--workspace", "--no-deps", "--locked"]))
    })
}

/// Builds the release, and runs the search tests and browser tests against it.
fn shipped(project: &Project, phases: &mut Phases, _: Trigger) -> Outcome {
    dist::dist(project, phases)?;
    phases.run("search tests of the release profile", || {
        let mut tests = shell::cargo(project);
        tests.args(["test", "--release", "--locked", "--package", "entourage-search"]);
        shell::run(&mut tests)
    })?;
    let browser = tools::chromium().ok_or(browser::MISSING)?;
    phases.run("browser tests of the release", || {
        let files = [browser::files(project)?, browser::features(project)?].concat();
        browser::run(project, &browser, &files, &project.command(Build::Release))
    })
}

/// Runs each scenario for a few minutes.
fn stress(project: &Project, phases: &mut Phases, _: Trigger) -> Outcome {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    phases.run("soak", || scenarios::soak(project, &words("--minutes 10")))?;
    phases.run("faults", || scenarios::faults(project, &words("--faults 100")))?;
    phases.run("day", || scenarios::day(project, &words("--games 300")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triggers_exist() {
        let project = Project::find().unwrap();
        for path in GROUPS.iter().flat_map(|group| group.triggers) {
            assert!(project.root.join(path).exists(), "{path}");
        }
    }
}
