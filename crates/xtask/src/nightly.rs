//! The nightly tier: groups of long tests, each with what it would catch and the files that it watches.

use std::process::Command;

use crate::phases::Phases;
use crate::project::{Build, Project};
use crate::{Outcome, browser, counts, crates, dist, fuzz, python, scenarios, shell, test, tools};

/// How many times more the conformance, mutation and kill tests do than in the test tier.
const TIMES: u32 = 10;
/// Positions that a conformance suite visits in the test tier.
const POSITIONS: u32 = 1_500;
/// Parts of the names of the tests that do so.
const LONGER: [&str; 5] = ["kill", "fuzz::", "mutations::", "conformance::", "conforms"];
/// Seconds that each parser is fuzzed in a night, and after a change.
const FUZZ: [u32; 2] = [60, 4];
/// Other systems on which people run the engine.
const SYSTEMS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// A group of tests.
struct Group {
    name: &'static str,
    /// Beginnings of the paths that it watches; a change there has `cargo xtask ci` run it. None where it takes too long for that.
    watches: &'static [&'static str],
    run: fn(&Project, &mut Phases, Run) -> Outcome,
}

/// Why a group runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// It is night.
    Night,
    /// Something that it watches has changed.
    Change,
}

const GROUPS: [Group; 11] = [
    Group {
        name: "counts",
        watches: &["crates/kernel/src/", "crates/search/src/", "games/", "benches/peers/"],
        run: |project, phases, _| counts::counts(project, phases, false),
    },
    Group {
        name: "fuzz",
        watches: &["fuzz/"],
        run: |project, phases, run| fuzz::fuzz(project, phases, FUZZ[usize::from(run == Run::Change)]),
    },
    Group { name: "wheel", watches: &["crates/py/"], run: |project, phases, _| python::test(project, phases) },
    Group { name: "systems", watches: &["crates/cli/Cargo.toml"], run: systems },
    Group {
        name: "packages",
        watches: &["crates/registry/Cargo.toml", "crates/kernel/Cargo.toml"],
        run: |project, phases, _| phases.run("packages for crates.io", || crates::pack(project)),
    },
    Group { name: "browser", watches: &["web/e2e/nightly/"], run: whole_games },
    Group {
        name: "ignored",
        watches: &["crates/fairy/src/", "crates/search/src/", "crates/server/src/description.rs"],
        run: |project, phases, _| test::ignored(project, phases),
    },
    Group { name: "longer", watches: &[], run: longer },
    Group { name: "docs", watches: &[], run: documentation },
    Group { name: "dist", watches: &[], run: shipped },
    Group { name: "scenarios", watches: &[], run: stress },
];

/// Runs the groups of these names, or all of them.
pub fn run(project: &Project, phases: &mut Phases, names: &[String], run: Run) -> Outcome {
    if let Some(unknown) = names.iter().find(|name| GROUPS.iter().all(|group| group.name != **name)) {
        let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        return Err(format!(
            "there is no group \"{unknown}\" of nightly tests; there are {}",
            known.join(", ")
        ));
    }
    let chosen = GROUPS.iter().filter(|group| names.is_empty() || names.iter().any(|name| name == group.name));
    // One group that fails keeps none of the others from running.
    let failures: Vec<String> = chosen
        .filter_map(|group| {
            let problem = (group.run)(project, phases, run).err()?;
            Some(format!("{}: {problem}", group.name))
        })
        .collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\nxtask: ")) }
}

/// Lists the groups that watch a file that differs from the base: the revision that `BASE` names, else the branch `origin/main`
/// where this one left it, else the last commit but one.
pub fn touched(project: &Project) -> Outcome<Vec<String>> {
    let git = |words: &[&str]| shell::output(Command::new("git").current_dir(&project.root).args(words));
    let head = git(&["rev-parse", "HEAD"]).ok_or("this is no checkout of git")?;
    let left = git(&["merge-base", "HEAD", "origin/main"]).filter(|base| *base != head);
    let base = std::env::var("BASE").ok().or(left).unwrap_or_else(|| "HEAD^".to_owned());
    let changed = git(&["diff", "--name-only", &base]).unwrap_or_default();
    let is_watched = |group: &&Group| {
        group.watches.iter().any(|watched| changed.lines().any(|file| file.starts_with(watched)))
    };
    Ok(GROUPS.iter().filter(is_watched).map(|group| group.name.to_owned()).collect())
}

/// Checks the engine for other systems; what the server needs in C is compiled only where its tools are.
fn systems(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    for system in SYSTEMS {
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

/// Plays whole games in a browser, and measures the page by Lighthouse.
fn whole_games(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    let browser = tools::chromium().ok_or(browser::MISSING)?;
    browser::build(project, phases)?;
    phases.run("whole games in a browser", || {
        browser::run(project, &browser, &browser::nightly(project)?, &project.tested())
    })
}

/// Repeats the tests that visit positions, damage texts and kill servers, ten times as long.
fn longer(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    let mut tests = test::cargo_test(project);
    tests.args(["--test", "all", "--test", "command", "--"]).args(LONGER).args(["--test-threads=1"]);
    tests.env("ENTOURAGE_OFTEN", TIMES.to_string());
    tests.env("CONFORMANCE_POSITIONS", (POSITIONS * TIMES).to_string());
    phases.run("longer tests", || shell::run(&mut tests))
}

fn documentation(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    phases.run("documentation of all crates", || {
        let mut doc = shell::cargo(project);
        shell::run(doc.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--workspace", "--no-deps", "--locked"]))
    })
}

/// Makes the release, and has its command pass the engine's tests and those in a browser.
fn shipped(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    dist::dist(project, phases)?;
    phases.run("engine tests of the release profile", || {
        let mut tests = shell::cargo(project);
        tests.args(["test", "--release", "--locked", "--package", "entourage-search"]);
        shell::run(&mut tests)
    })?;
    let browser = tools::chromium().ok_or(browser::MISSING)?;
    phases.run("tests of the release in a browser", || {
        let files = browser::files(project)?;
        browser::run(project, &browser, &files, &project.command(Build::Release))
    })
}

/// Runs each scenario under load for a few minutes.
fn stress(project: &Project, phases: &mut Phases, _: Run) -> Outcome {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    phases.run("soak", || scenarios::soak(project, &words("--minutes 10")))?;
    phases.run("faults", || scenarios::faults(project, &words("--faults 100")))?;
    phases.run("day", || scenarios::day(project, &words("--games 300")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_watch_what_exists() {
        let project = Project::find().unwrap();
        for watched in GROUPS.iter().flat_map(|group| group.watches) {
            assert!(project.root.join(watched).exists(), "{watched}");
        }
    }
}
