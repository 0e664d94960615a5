use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::Phases;
use crate::project::{Project, children};
use crate::{Outcome, shell, tools, web};

/// Tells of failures alone, in the page's folder.
const REPORTER: &str = "./e2e/support/failures.mjs";

/// What to do where there is no browser.
pub const MISSING: &str = "Chromium is missing (install it, or name it in CHROMIUM)";

/// Builds the page, and the command that serves it to the tests in a browser.
///
/// # Errors
/// A tool is missing or a step fails.
pub fn build(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("page", || web::build(project))?;
    phases.run("server", || {
        // With the features that the tests of all crates need, as there: so it need not be built twice.
        let mut build = shell::cargo(project);
        build.args(["test", "--workspace", "--exclude", "xtask", "--locked", "--no-run", "--test", "command"]);
        shell::run(&mut build)
    })
}

/// Keeps how the page looks now, for the tests that compare it with how it looks later.
///
/// # Errors
/// Chromium is missing, a step fails, or a view cannot be opened.
pub fn pictures(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    let file = project.web().join("e2e/pictures.test.mjs");
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--"]).arg(file).env("PICTURES", "renew");
    phases.run("pictures", || shell::run(tests.env("CHROMIUM", &browser).env("ENTOURAGE", project.tested())))
}

/// Measures the page on a slow device and over a slow line, and prints the figures.
///
/// # Errors
/// Chromium is missing, or a step fails.
pub fn measure(project: &Project, phases: &mut Phases) -> Outcome {
    let browser = tools::chromium().ok_or(MISSING)?;
    build(project, phases)?;
    let mut measure = Command::new("node");
    measure.arg(project.web().join("e2e/measure.mjs"));
    measure.env("CHROMIUM", browser).env("ENTOURAGE", project.tested());
    phases.run("measuring", || shell::run(&mut measure))
}

/// Lists the files of tests in a browser, by name.
///
/// # Errors
/// Their folder cannot be read.
pub fn files(project: &Project) -> Outcome<Vec<PathBuf>> {
    let mut files = children(&project.web().join("e2e"))?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    Ok(files)
}

/// Runs files of tests in a browser, side by side as far as the cores carry it: each has a server and a browser of its own.
///
/// # Errors
/// A test fails; what each said is told once more, for nobody finds it in a long log.
pub fn run(project: &Project, browser: &Path, files: &[PathBuf]) -> Outcome {
    let failures = project.target.join("xtask/failures.txt");
    fs::create_dir_all(failures.with_file_name("")).map_err(|error| format!("target/xtask: {error}"))?;
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--", "--test-reporter=spec", "--test-reporter-destination=stdout"]);
    tests.arg(format!("--test-reporter={REPORTER}"));
    tests.arg(format!("--test-reporter-destination={}", failures.display())).args(files);
    shell::run(tests.env("CHROMIUM", browser).env("ENTOURAGE", project.tested())).map_err(|error| {
        match fs::read_to_string(&failures) {
            Ok(told) if !told.is_empty() => format!("tests in a browser failed:\n{}", told.trim_end()),
            _ => error,
        }
    })
}
