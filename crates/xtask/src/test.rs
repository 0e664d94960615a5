use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::phases::{Phases, TESTS};
use crate::project::{Build, Project};
use crate::{Outcome, browser, python, shell, tools, web};

/// Runs every test of the test tier: the crates', their documentation's, the page's, and the browser's.
///
/// Tests whose tools are missing are left out aloud; under `CI=true` that is an error.
pub fn test(project: &Project, phases: &mut Phases) -> Outcome {
    tools::check_node(project)?;
    let browser = tools::chromium();
    if tools::strict() {
        let missing = oracles(project).iter().find(|(present, ..)| !present).map(|(.., module)| *module);
        if let Some(missing) = missing.or(browser.is_none().then_some("Chromium")) {
            return Err(format!("{missing} is missing, and with CI=true no test may be skipped"));
        }
    }
    page(project, phases)?;
    // The command that the tests of the crates build holds the page.
    phases.run("page", || web::build(project, Build::Play))?;
    crates(project, phases)?;
    let Some(browser) = browser else {
        eprintln!("\nSKIPPED: the tests in a browser, because {}", browser::MISSING);
        return Ok(());
    };
    phases.run("tests in a browser", || {
        browser::run(project, &browser, &browser::files(project)?, &project.tested())
    })
}

/// Runs the tests of one part: a crate, of which further words choose tests by their names, the page, or a file of tests in a browser.
///
/// # Errors
/// There is no such part, or none of a browser's tests without one, or a test fails.
pub fn part(project: &Project, phases: &mut Phases, name: &str, words: &[String]) -> Outcome {
    let package = package(project, name)?;
    let files: Vec<PathBuf> =
        browser::files(project)?.into_iter().filter(|file| is_called(file, name)).collect();
    match (package, &files[..]) {
        (Some(package), [_, ..]) => Err(format!(
            "both a crate and tests in a browser are called {name}: say {package} or {name}.test.mjs"
        )),
        (Some(package), []) => {
            let profile = if package == "xtask" { "xtask" } else { "dev" };
            let mut tests = shell::cargo(project);
            tests.args(["test", "--profile", profile, "--locked", "--package", &package]).args(words);
            phases.run(&format!("tests of {package}"), || shell::run(&mut tests))
        }
        (None, _) if !words.is_empty() => {
            Err(format!("only the tests of a crate are chosen by name; {name} is none"))
        }
        (None, []) if name == "page" => page(project, phases),
        (None, []) if name == "python" => python::test(project, phases),
        (None, []) if name != "browser" => Err(format!(
            "there is neither a crate nor a file of tests in a browser called {name}; `page` and `browser` are all of either kind, and `python` is the wheel"
        )),
        (None, _) => {
            let browser = tools::chromium().ok_or(browser::MISSING)?;
            browser::build(project, phases)?;
            let files = if files.is_empty() { browser::files(project)? } else { files };
            phases.run("tests in a browser", || browser::run(project, &browser, &files, &project.tested()))
        }
    }
}

/// Programs beside which parts of the project are tested; what lacks one is left out aloud, unless `CI` says that nothing may be.
fn oracles(project: &Project) -> [(bool, &'static str, &'static str); 5] {
    [
        (tools::has_module("AIOSMTPD_PYTHON", "aiosmtpd"), "e-mail", "aiosmtpd"),
        (tools::has_module("PUSH_PYTHON", "http_ece"), "notifications on devices", "http_ece"),
        (tools::has_module("CAISSIFY_PYTHON", "caissify_pairings"), "pairings", "caissify-pairings"),
        (tools::has_module("BERSERK_PYTHON", "berserk"), "the bot API under Lichess's client", "berserk"),
        (tools::has_host(project), "the engine under other programs", "what hosts.py imports"),
    ]
}

/// Prepares the tests of all crates: by nextest where it is installed, which also ends tests that hang and tells which are slow.
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

/// Builds and runs the tests of every crate.
fn crates(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("building the tests of the crates", || shell::run(cargo_test(project).arg("--no-run")))?;
    // A former report must not be taken for this run's, above all where there is no nextest to write one.
    let _ = fs::remove_file(project.target.join("nextest/default/junit.xml"));
    phases.run(TESTS, || shell::run(&mut cargo_test(project)))?;
    phases.run("tests of the chores", || {
        let mut tests = shell::cargo(project);
        shell::run(tests.args(["test", "--profile", "xtask", "--locked", "--quiet", "--package", "xtask"]))
    })?;
    // Cargo would start rustdoc for every crate only to find no example in most of them.
    let mut tests = shell::cargo(project);
    tests.args(["test", "--doc", "--locked", "--quiet"]);
    for folder in project.crates()?.into_iter().filter(|folder| has_examples(&folder.join("src"))) {
        tests.arg("--package").arg(project.package(&folder)?);
    }
    phases.run("examples of the documentation", || shell::run(&mut tests))?;
    for (_, what, module) in oracles(project).iter().filter(|(present, ..)| !present) {
        eprintln!("SKIPPED: {what}, because {module} is missing (.ci/run installs it)");
    }
    Ok(())
}

/// Runs the tests that are marked `#[ignore]` because they take long.
pub fn ignored(project: &Project, phases: &mut Phases) -> Outcome {
    if !tools::has_module("PYFFISH_PYTHON", "pyffish") || tools::schemathesis().is_none() {
        return Err("pyffish or schemathesis is missing; .ci/run installs them".to_owned());
    }
    let mut tests = cargo_test(project);
    match has_nextest(project) {
        true => tests.args(["--run-ignored", "only"]),
        false => tests.args(["--", "--ignored"]),
    };
    phases.run("ignored tests of the crates", || shell::run(&mut tests))
}

/// Checks the page's types and runs its tests.
fn page(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("packages of the page and rules for the browser", || web::prepare(project, Build::Play))?;
    phases.run("types of the page", || shell::run(shell::npm(project).args(["run", "check"])))?;
    phases.run("tests of the page", || shell::run(shell::npm(project).arg("test")))
}

/// Finds the package that a crate's folder or the package itself is called by.
fn package(project: &Project, name: &str) -> Outcome<Option<String>> {
    for folder in project.crates()? {
        let package = project.package(&folder)?;
        if package == name || folder.file_name().is_some_and(|folder| folder == name) {
            return Ok(Some(package));
        }
    }
    Ok(None)
}

/// Tells whether a file of tests in a browser is called by a name: its own, with or without its endings or folder.
fn is_called(file: &Path, name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    file == name || file.strip_suffix(".test.mjs") == Some(name)
}

/// Tells whether a folder of sources holds an example in its documentation, which is a test.
fn has_examples(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).map(|entry| entry.path()).any(|path| {
        let text = || fs::read_to_string(&path).unwrap_or_default();
        let is_example = |line: &str| {
            let line = line.trim_start();
            (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
                || line.starts_with("#[doc = include_str!")
        };
        has_examples(&path) || (path.is_file() && text().lines().any(is_example))
    })
}
