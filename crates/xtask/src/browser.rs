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

/// So many files that fail are tried once more; where more do, it is not chance.
const MOST_AGAIN: usize = 2;

/// Runs files of tests in a browser, side by side as far as the cores carry it: each has a server and a browser of its own.
///
/// What a machine that has too much to do makes fail passes alone. It is told all the same, for such a test waits for the wrong thing,
/// or has found what happens to people with slow devices.
///
/// # Errors
/// A test fails twice, or several files do; what each said is told once more, for nobody finds it in a long log.
pub fn run(project: &Project, browser: &Path, files: &[PathBuf]) -> Outcome {
    let Err(told) = attempt(project, browser, files, &[]) else { return Ok(()) };
    let again: Vec<PathBuf> = files.iter().filter(|file| is_blamed(&told, file)).cloned().collect();
    if again.is_empty() || again.len() > MOST_AGAIN {
        return Err(told);
    }
    eprintln!("\n{told}\n\nThese files are tried once more, alone.");
    attempt(project, browser, &again, &["--test-concurrency=1"])?;
    eprintln!("\nUNSTEADY, passed alone at the second try: {told}");
    Ok(())
}

/// Tells whether a test of a file failed, by what was told of failures.
fn is_blamed(told: &str, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    told.lines().any(|line| line.strip_prefix(&*name).is_some_and(|rest| rest.starts_with(": ")))
}

/// Runs files of tests in a browser once.
fn attempt(project: &Project, browser: &Path, files: &[PathBuf], words: &[&str]) -> Outcome {
    let failures = project.target.join("xtask/failures.txt");
    fs::create_dir_all(failures.with_file_name("")).map_err(|error| format!("target/xtask: {error}"))?;
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e", "--", "--test-reporter=spec", "--test-reporter-destination=stdout"]);
    tests.arg(format!("--test-reporter={REPORTER}"));
    tests.arg(format!("--test-reporter-destination={}", failures.display())).args(words).args(files);
    shell::run(tests.env("CHROMIUM", browser).env("ENTOURAGE", project.tested())).map_err(|error| {
        match fs::read_to_string(&failures) {
            Ok(told) if !told.is_empty() => format!("tests in a browser failed:\n{}", told.trim_end()),
            _ => error,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_blamed_by_what_is_told_of_their_tests() {
        let told = "tests in a browser failed:\nweigh.test.mjs: a finger (3.0 s)\nError: at apart.test.mjs: 3";
        let blamed = |name: &str| is_blamed(told, &Path::new("e2e").join(name));
        assert!(blamed("weigh.test.mjs") && !blamed("apart.test.mjs") && !blamed("eigh.test.mjs"));
    }
}
