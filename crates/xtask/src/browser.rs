use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::Phases;
use crate::project::{Build, Project, children};
use crate::{Outcome, shell, test, tools, web};

pub const MISSING: &str = "Chromium is missing (install it, or set CHROMIUM to its path)";

/// Builds the web client, and the server for the browser tests.
pub fn build(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("page", || web::build(project, Build::Play))?;
    // Reuses the server that is built for the crate tests instead of building another one.
    phases.run("server", || shell::run(test::cargo_test(project).args(["--no-run", "--test", "command"])))
}

/// Records reference screenshots and layouts of the web client, with which later test runs are compared.
pub fn pictures(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    // One worker, because all tests write to the same layout file.
    let views = ["views", "other-views"].map(|name| project.web().join(format!("e2e/{name}.test.mjs")));
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--", "--workers=1"]).args(views).env("PICTURES", "renew");
    phases.run("pictures", || shell::run(tests.env("CHROMIUM", &browser).env("ENTOURAGE", project.tested())))
}

/// Measures the web client on a simulated slow device and network.
pub fn measure(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    let mut measure = Command::new("node");
    measure.arg(project.web().join("e2e/measure.mjs"));
    measure.env("CHROMIUM", browser).env("ENTOURAGE", project.tested());
    phases.run("measuring", || shell::run(&mut measure))
}

/// Returns the browser test files of the test tier.
pub fn files(project: &Project) -> Outcome<Vec<PathBuf>> {
    tests_in(&project.web().join("e2e"))
}

/// Returns the browser test files of features that change rarely, which are not in the test tier.
pub fn features(project: &Project) -> Outcome<Vec<PathBuf>> {
    tests_in(&project.web().join("e2e/features"))
}

/// Returns the browser test files of the nightly tier.
pub fn nightly(project: &Project) -> Outcome<Vec<PathBuf>> {
    tests_in(&project.web().join("e2e/nightly"))
}

fn tests_in(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = children(folder)?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// Maximum number of failed files to retry; more failures are unlikely to be flaky.
const MAX_RETRIED: usize = 2;

/// Runs browser test files in several workers, each with a server and a browser.
///
/// A failed file is run again, alone. If the second run passes, the file is reported as flaky: either a test waits for
/// the wrong condition, or there is a bug that occurs on slow devices. The error message repeats all failures.
pub fn run(project: &Project, browser: &Path, files: &[PathBuf], command: &Path) -> Outcome {
    let Err(failures) = attempt(project, browser, files, command) else { return Ok(()) };
    let again: Vec<PathBuf> = files.iter().filter(|file| has_failed(&failures, file)).cloned().collect();
    if again.is_empty() || again.len() > MAX_RETRIED {
        return Err(failures);
    }
    eprintln!("\n{failures}\n\nRetrying these files, one at a time.");
    for file in again {
        attempt(project, browser, &[file], command)?;
    }
    eprintln!("\nFLAKY, passed on the second attempt: {failures}");
    Ok(())
}

/// Returns whether a file's tests are among the failures.
fn has_failed(failures: &str, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    failures.lines().any(|line| line.strip_prefix(&*name).is_some_and(|rest| rest.starts_with(": ")))
}

fn attempt(project: &Project, browser: &Path, files: &[PathBuf], command: &Path) -> Outcome {
    let record = project.target.join("xtask/failures.txt");
    fs::create_dir_all(record.with_file_name("")).map_err(|error| format!("target/xtask: {error}"))?;
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--"]).args(files).env("FAILURES", &record);
    if command != project.tested() {
        // Release builds are tested nightly, with screenshots in all sizes.
        tests.env("PICTURES", "all");
    }
    shell::run(tests.env("CHROMIUM", browser).env("ENTOURAGE", command)).map_err(|error| {
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
    fn failures_are_attributed_to_files() {
        let failures = "browser tests failed:\nweigh.test.mjs: a finger (3.0 s)\nError: at apart.test.mjs: 3";
        let failed = |name: &str| has_failed(failures, &Path::new("e2e").join(name));
        assert!(failed("weigh.test.mjs") && !failed("apart.test.mjs") && !failed("eigh.test.mjs"));
    }
}
