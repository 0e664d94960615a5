use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::{Phases, TESTS};
use crate::project::{Build, Project};
use crate::{Outcome, browser, parallel, python, shell, tools, web};

/// Runs the test tier: tests of the web client, the crates and their documentation, and browser tests.
///
/// Tests whose tools are missing are skipped with a warning; with `CI=true`, a missing tool is an error.
pub fn test(project: &Project, phases: &mut Phases) -> Outcome {
    tools::check_node(project)?;
    let browser = tools::chromium();
    if tools::is_ci() {
        let missing = third_parties(project).iter().find(|(present, ..)| !present).map(|(.., module)| *module);
        if let Some(missing) = missing.or(browser.is_none().then_some("Chromium")) {
            return Err(format!("{missing} is missing, and CI=true allows no skipped tests"));
        }
    }
    phases.run("npm packages and WebAssembly modules", || web::prepare(project, Build::Play))?;
    phases.run("tests of the web client, and building the others", || {
        // The crate tests use an `entourage` binary with the embedded web client.
        let build =
            || web::build(project, Build::Play).and_then(|()| shell::run(cargo_test(project).arg("--no-run")));
        parallel::both(|| page(project), build)
    })?;
    // If nextest is missing, the report of an earlier run would be mistaken for the report of this run.
    let _ = fs::remove_file(project.target.join("nextest/default/junit.xml"));
    phases.run(TESTS, || shell::run(&mut cargo_test(project)))?;
    let Some(browser) = browser else {
        phases.run("doc tests and tests of xtask", || smaller(project))?;
        eprintln!("\nSKIPPED: browser tests, because {}", browser::MISSING);
        return Ok(());
    };
    // Browser tests often wait, and leave a third of two cores idle.
    phases.run("browser tests, doc tests and tests of xtask", || {
        let files = browser::files(project)?;
        parallel::both(|| smaller(project), || browser::run(project, &browser, &files, &project.tested()))
    })
}

/// Runs one group of tests: a crate's (filtered by `words`), the web client's, the wheel's, or browser tests.
pub fn part(project: &Project, phases: &mut Phases, name: &str, words: &[String]) -> Outcome {
    let package = package(project, name)?;
    let all = [browser::files(project)?, browser::features(project)?].concat();
    let files: Vec<PathBuf> = all.into_iter().filter(|file| has_name(file, name)).collect();
    match (package, &files[..]) {
        (Some(package), [_, ..]) => {
            Err(format!("{name} is both a crate and a browser test file; use {package} or {name}.test.mjs"))
        }
        (Some(package), []) => {
            let profile = if package == "xtask" { "xtask" } else { "dev" };
            let mut tests = shell::cargo(project);
            tests.args(["test", "--profile", profile, "--locked", "--package", &package]).args(words);
            phases.run(&format!("tests of {package}"), || shell::run(&mut tests))
        }
        (None, _) if !words.is_empty() => {
            Err(format!("only the tests of crates can be filtered by name, and {name} is not a crate"))
        }
        (None, []) if name == "page" => phases.run("tests of the web client", || {
            web::prepare(project, Build::Play)?;
            page(project)
        }),
        (None, []) if name == "python" => python::test(project, phases),
        (None, []) if name != "browser" => Err(format!(
            "{name} is neither a crate, nor a browser test file, nor one of page, browser and python"
        )),
        (None, _) => {
            let browser = tools::chromium().ok_or(browser::MISSING)?;
            browser::build(project, phases)?;
            let files = if files.is_empty() { browser::files(project)? } else { files };
            phases.run("browser tests", || browser::run(project, &browser, &files, &project.tested()))
        }
    }
}

/// Third-party programs for interoperability tests: whether each is installed, what it tests, and its name.
fn third_parties(project: &Project) -> [(bool, &'static str, &'static str); 5] {
    [
        (tools::has_module("AIOSMTPD_PYTHON", "aiosmtpd"), "e-mail", "aiosmtpd"),
        (tools::has_module("PUSH_PYTHON", "http_ece"), "push notifications", "http_ece"),
        (tools::has_module("CAISSIFY_PYTHON", "caissify_pairings"), "tournament pairings", "caissify-pairings"),
        (tools::has_module("BERSERK_PYTHON", "berserk"), "the bot API with a Lichess client", "berserk"),
        (tools::has_host(project), "the engine in UCI hosts", "a package that hosts.py imports"),
    ]
}

/// Returns the command that tests all crates: nextest if installed, which ends hanging tests and reports slow ones.
pub fn cargo_test(project: &Project) -> Command {
    let mut tests = shell::cargo(project);
    match has_nextest(project) {
        true => tests.args(["nextest", "run", "--no-tests", "pass"]),
        false => tests.args(["test", "--no-fail-fast", "--lib", "--bins", "--tests"]),
    };
    tests.args(["--locked", "--workspace", "--exclude", "xtask", "--exclude", "entourage-py"]);
    tests.args(["--features", "entourage/operator"]);
    tests
}

fn has_nextest(project: &Project) -> bool {
    shell::output(shell::cargo(project).args(["nextest", "--version"])).is_some()
}

/// Runs the tests of xtask and the doc tests, and names the third-party programs that are missing.
fn smaller(project: &Project) -> Outcome {
    let mut tests = shell::cargo(project);
    shell::run(tests.args(["test", "--profile", "xtask", "--locked", "--quiet", "--package", "xtask"]))?;
    // Most crates have no doc tests; starting rustdoc for all of them is slow.
    let mut tests = shell::cargo(project);
    tests.args(["test", "--doc", "--locked", "--quiet"]);
    for folder in project.crates()?.into_iter().filter(|folder| has_doc_tests(&folder.join("src"))) {
        tests.arg("--package").arg(project.package(&folder)?);
    }
    shell::run(&mut tests)?;
    for (_, what, module) in third_parties(project).iter().filter(|(present, ..)| !present) {
        eprintln!("SKIPPED: {what}, because {module} is missing (.ci/run installs it)");
    }
    Ok(())
}

/// Runs the long tests, which are marked `#[ignore]`.
pub fn ignored(project: &Project, phases: &mut Phases) -> Outcome {
    if !tools::has_module("PYFFISH_PYTHON", "pyffish") || tools::schemathesis().is_none() {
        return Err("pyffish or schemathesis is missing; .ci/run installs them".to_owned());
    }
    let mut tests = cargo_test(project);
    match has_nextest(project) {
        true => tests.args(["--run-ignored", "only"]),
        false => tests.args(["--", "--ignored"]),
    };
    phases.run("ignored tests", || shell::run(&mut tests))
}

/// Runs the type check and unit tests of the web client.
fn page(project: &Project) -> Outcome {
    let check = || shell::run(shell::npm(project).args(["run", "check"]));
    parallel::both(check, || shell::run(shell::npm(project).arg("test")))
}

/// Returns the name of the package whose folder or package name is `name`.
fn package(project: &Project, name: &str) -> Outcome<Option<String>> {
    for folder in project.crates()? {
        let package = project.package(&folder)?;
        if package == name || folder.file_name().is_some_and(|folder| folder == name) {
            return Ok(Some(package));
        }
    }
    Ok(None)
}

/// Returns whether a browser test file has this name, with or without extension and folder.
fn has_name(file: &Path, name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    file == name || file.strip_suffix(".test.mjs") == Some(name)
}

/// Returns whether the sources in a folder have code blocks in doc comments.
fn has_doc_tests(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).map(|entry| entry.path()).any(|path| {
        let text = || fs::read_to_string(&path).unwrap_or_default();
        let is_example = |line: &str| {
            let line = line.trim_start();
            (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
                || line.starts_with("#[doc = include_str!")
        };
        has_doc_tests(&path) || (path.is_file() && text().lines().any(is_example))
    })
}
