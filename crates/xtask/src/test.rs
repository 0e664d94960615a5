use std::fs;
use std::path::{Path, PathBuf};

use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, browser, programs, python, shell, tools, web};

/// Runs every test of the project: the crates', their documentation's, the page's, and the browser's.
///
/// # Errors
/// A tool is missing or a test fails. Without a browser its tests are left out loudly, but under `CI=true` that fails too.
pub fn test(project: &Project, phases: &mut Phases) -> Outcome {
    tools::check_node(project)?;
    let browser = tools::chromium();
    let missing = [
        (browser.is_none(), "Chromium"),
        (!tools::has_mailbox(), "aiosmtpd"),
        (!tools::has_push_service(), "http_ece"),
        (tools::schemathesis().is_none(), "schemathesis"),
        (!tools::has_wheel_tools(), "what builds the wheel for Python"),
    ];
    if let Some((_, tool)) = missing.iter().find(|(missing, _)| *missing && tools::strict()) {
        return Err(format!("{tool} is missing, and with CI=true no test may be skipped"));
    }

    page(project, phases)?;
    // The page is inside of the command that the tests of the crates build.
    phases.run("page", || web::build(project))?;
    crates(project, phases)?;
    if tools::has_wheel_tools() {
        python::test(project, phases)?;
    } else {
        eprintln!("\nSKIPPED: the wheel for Python: {}", python::MISSING);
    }
    let Some(browser) = browser else {
        eprintln!(
            "\nSKIPPED: the tests in a browser, because Chromium is missing (install it, or name it in CHROMIUM)"
        );
        println!("test: all passed but the tests in a browser, which were SKIPPED");
        return Ok(());
    };
    phases.run("tests in a browser", || browser::run(project, &browser, &browser::files(project)?))?;
    println!("test: all passed (crates, documentation, page, browser)");
    Ok(())
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
        (None, []) if name == "python" && tools::has_wheel_tools() => python::test(project, phases),
        (None, []) if name == "python" => Err(python::MISSING.to_owned()),
        (None, []) if name != "browser" => Err(format!(
            "there is neither a crate nor a file of tests in a browser called {name}; `page` and `browser` are all of either kind, and `python` is the wheel"
        )),
        (None, _) => {
            let browser = tools::chromium().ok_or(browser::MISSING)?;
            browser::build(project, phases)?;
            let files = if files.is_empty() { browser::files(project)? } else { files };
            phases.run("tests in a browser", || browser::run(project, &browser, &files))
        }
    }
}

/// Builds and runs the tests of every crate.
fn crates(project: &Project, phases: &mut Phases) -> Outcome {
    let build =
        |options: &[&str]| programs::build(shell::cargo(project).args(["test", "--locked"]).args(options));
    let programs = phases.run("building the tests of the crates", || {
        // What builds the project has a profile of its own, in which it stands already.
        let mut programs = build(&["--workspace", "--exclude", "xtask", "--exclude", "entourage-py"])?;
        programs.extend(build(&["--profile", "xtask", "--package", "xtask"])?);
        Ok(programs)
    })?;
    phases.run("tests of the crates", || programs::run(&project.root, programs))?;
    if tools::schemathesis().is_none() {
        eprintln!(
            "\nSKIPPED: the interface under schemathesis, which is missing (`pip install schemathesis==4.32.5`, or name it in SCHEMATHESIS)"
        );
    }
    if !tools::has_mailbox() {
        eprintln!(
            "\nSKIPPED: messages by e-mail, because aiosmtpd is missing (`pip install aiosmtpd==1.4.6`, or name a Python that has it in AIOSMTPD_PYTHON)"
        );
    }
    if !tools::has_push_service() {
        eprintln!(
            "\nSKIPPED: notifications on devices, because http_ece is missing (`pip install http_ece==1.2.1`, or name a Python that has it in PUSH_PYTHON)"
        );
    }
    if !tools::has_pyffish() {
        eprintln!(
            "\nSKIPPED: imported variants under pyffish, which is missing (`pip install pyffish==0.0.90`, or name a Python that has it in PYFFISH_PYTHON)"
        );
    }
    if !tools::has_pairings() {
        eprintln!(
            "\nSKIPPED: pairings under Caissify's, which are missing (`pip install caissify-pairings==0.5.0`, or name a Python that has them in CAISSIFY_PYTHON)"
        );
    }
    if !tools::has_berserk() {
        eprintln!(
            "\nSKIPPED: a client library of Lichess, because berserk is missing (`pip install berserk==0.14.0`, or name a Python that has it in BERSERK_PYTHON)"
        );
    }
    if !tools::has_host(project) {
        eprintln!(
            "\nSKIPPED: the engine under a host of engines, which is missing (CONTRIBUTING.md says which; HOST_PYTHON names a Python that has it)"
        );
    }
    // Cargo would start rustdoc for every crate only to find no example in most of them.
    let mut tests = shell::cargo(project);
    tests.args(["test", "--doc", "--locked", "--quiet"]);
    for folder in project.crates()?.into_iter().filter(|folder| has_examples(&folder.join("src"))) {
        tests.arg("--package").arg(project.package(&folder)?);
    }
    phases.run("examples of the documentation", || shell::run(&mut tests))?;
    Ok(())
}

/// Checks the page's types and runs its tests.
fn page(project: &Project, phases: &mut Phases) -> Outcome {
    phases.run("packages of the page and rules for the browser", || web::prepare(project))?;
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
