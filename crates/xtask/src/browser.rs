use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::Phases;
use crate::project::{Project, children};
use crate::{Outcome, shell, tools, web};

/// The error where there is no browser.
pub const MISSING: &str = "Chromium is missing (install it, or name it in CHROMIUM)";

/// Builds the page, and the server for the browser tests.
pub fn build(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("page", || web::build(project))?;
    phases.run("server", || {
        // With the features that the tests of all crates need, so that it is built once for both.
        let mut build = shell::cargo(project);
        build.args(["test", "--workspace", "--exclude", "xtask", "--locked", "--no-run", "--test", "command"]);
        shell::run(&mut build)
    })
}

/// Records how the page looks now: the reference pictures and layouts that later runs are compared with.
pub fn pictures(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    // All of them write to one file of layouts, so one worker runs them.
    let views = ["views", "other-views"].map(|name| project.web().join(format!("e2e/{name}.test.mjs")));
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--", "--workers=1"]).args(views).env("PICTURES", "renew");
    phases.run("pictures", || shell::run(tests.env("CHROMIUM", &browser).env("ENTOURAGE", project.tested())))
}

/// Measures the page on a slow device and over a slow line, and prints the figures.
pub fn measure(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    let mut measure = Command::new("node");
    measure.arg(project.web().join("e2e/measure.mjs"));
    measure.env("CHROMIUM", browser).env("ENTOURAGE", project.tested());
    phases.run("measuring", || shell::run(&mut measure))
}

/// Lists the files of browser tests that belong to the test tier.
pub fn files(project: &Project) -> Outcome<Vec<PathBuf>> {
    tests_in(&project.web().join("e2e"))
}

/// Lists the files of browser tests that belong to the nightly tier.
#[allow(dead_code, reason = "the nightly tier is about to call it")]
pub fn nightly(project: &Project) -> Outcome<Vec<PathBuf>> {
    tests_in(&project.web().join("e2e/nightly"))
}

fn tests_in(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = children(folder)?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// Maximum number of failed files that are run once more; where more fail, it is not chance.
const MAX_RETRIED: usize = 2;

/// Runs files of browser tests in several workers, each with a server and a browser.
///
/// A file that fails is run once more, alone. If it passes then, it is reported as unsteady: it waits for the wrong thing, or has found
/// what happens to people with slow devices.
///
/// # Errors
/// A file fails twice, or several files fail; the failures are repeated in the error, since they are hard to find in a long log.
pub fn run(project: &Project, browser: &Path, files: &[PathBuf]) -> Outcome {
    let Err(failures) = attempt(project, browser, files) else { return Ok(()) };
    let again: Vec<PathBuf> = files.iter().filter(|file| is_blamed(&failures, file)).cloned().collect();
    if again.is_empty() || again.len() > MAX_RETRIED {
        return Err(failures);
    }
    eprintln!("\n{failures}\n\nThese files are run once more, alone.");
    for file in again {
        attempt(project, browser, &[file])?;
    }
    eprintln!("\nUNSTEADY, passed at the second try: {failures}");
    Ok(())
}

/// Returns whether one of the failures is of a file's tests.
fn is_blamed(failures: &str, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    failures.lines().any(|line| line.strip_prefix(&*name).is_some_and(|rest| rest.starts_with(": ")))
}

/// Runs files of browser tests once.
fn attempt(project: &Project, browser: &Path, files: &[PathBuf]) -> Outcome {
    let record = project.target.join("xtask/failures.txt");
    fs::create_dir_all(record.with_file_name("")).map_err(|error| format!("target/xtask: {error}"))?;
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--"]).args(files).env("FAILURES", &record);
    shell::run(tests.env("CHROMIUM", browser).env("ENTOURAGE", project.tested())).map_err(|error| {
        match fs::read_to_string(&record) {
            Ok(failures) if !failures.is_empty() => format!("browser tests failed:\n{}", failures.trim_end()),
            _ => error,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_blamed_by_the_failures_of_their_tests() {
        let failures = "browser tests failed:\nweigh.test.mjs: a finger (3.0 s)\nError: at apart.test.mjs: 3";
        let blamed = |name: &str| is_blamed(failures, &Path::new("e2e").join(name));
        assert!(blamed("weigh.test.mjs") && !blamed("apart.test.mjs") && !blamed("eigh.test.mjs"));
    }
}
