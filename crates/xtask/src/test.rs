use std::process::Command;

use crate::project::Project;
use crate::shell::{self, announce};
use crate::{Outcome, tools, web};

/// Runs every test of the project: the crates', their documentation's, the page's, and the browser's.
///
/// # Errors
/// A tool is missing or a test fails. Without a browser its tests are left out loudly, but under `CI=true` that fails too.
pub fn test(project: &Project) -> Outcome {
    tools::check_node(project)?;
    let browser = tools::chromium();
    if browser.is_none() && tools::strict() {
        return Err("Chromium is missing, and with CI=true no test may be skipped".to_owned());
    }
    let (untried, unsent) = (tools::schemathesis().is_none(), !tools::has_mailbox());
    if unsent && tools::strict() {
        return Err("aiosmtpd is missing, and with CI=true no test may be skipped".to_owned());
    }
    if untried && tools::strict() {
        return Err("schemathesis is missing, and with CI=true no test may be skipped".to_owned());
    }

    announce("tests of the crates and their documentation");
    shell::run(shell::cargo(project).args(["test", "--workspace", "--exclude", "xtask", "--locked"]))?;
    shell::run(shell::cargo(project).args(["test", "--profile", "xtask", "--package", "xtask", "--locked"]))?;

    if untried {
        eprintln!(
            "\nSKIPPED: the interface under schemathesis, which is missing (`pip install schemathesis==4.32.5`, or name it in SCHEMATHESIS)"
        );
    }

    if unsent {
        eprintln!(
            "\nSKIPPED: messages by e-mail, because aiosmtpd is missing (`pip install aiosmtpd==1.4.6`, or name a Python that has it in AIOSMTPD_PYTHON)"
        );
    }

    web::prepare(project)?;
    announce("types of the page");
    shell::run(shell::npm(project).args(["run", "check"]))?;
    announce("tests of the page");
    shell::run(shell::npm(project).arg("test"))?;

    let Some(browser) = browser else {
        eprintln!(
            "\nSKIPPED: the tests in a browser, because Chromium is missing (install it, or name it in CHROMIUM)"
        );
        println!("test: all passed but the tests in a browser, which were SKIPPED");
        return Ok(());
    };
    web::build(project)?;
    announce("server");
    let mut build = shell::cargo(project);
    shell::run(build.args(["build", "--release", "--locked", "--package", "entourage"]))?;
    announce("tests in a browser");
    let mut tests = shell::npm(project);
    tests.args(["run", "e2e"]).env("CHROMIUM", browser).env("ENTOURAGE", project.command());
    shell::run(&mut tests)?;
    println!("test: all passed (crates, documentation, page, browser)");
    Ok(())
}

/// Fuzzes every target of `fuzz/` for a number of seconds each.
///
/// # Errors
/// The nightly toolchain or cargo-fuzz is missing, or a target finds a fault.
pub fn fuzz(project: &Project, seconds: u32) -> Outcome {
    let cargo_fuzz = || {
        let mut command = Command::new("cargo");
        // The toolchain that runs this program is pinned; fuzzing needs another.
        command.current_dir(&project.root).env_remove("RUSTUP_TOOLCHAIN").args(["+nightly", "fuzz"]);
        command
    };
    let targets = shell::output(cargo_fuzz().arg("list")).ok_or(
        "fuzzing needs `rustup toolchain install nightly` and `cargo install cargo-fuzz --version 0.13.2`",
    )?;
    for target in targets.lines() {
        announce(&format!("fuzz {target} for {seconds} s"));
        let [found, seeds] = ["corpus", "seeds"].map(|kind| project.root.join("fuzz").join(kind).join(target));
        std::fs::create_dir_all(&found).map_err(|error| format!("cannot make {}: {error}", found.display()))?;
        let limit = format!("-max_total_time={seconds}");
        // The code has no unsafe part for a sanitizer to watch.
        let mut run = cargo_fuzz();
        run.args(["run", "--sanitizer", "none", target]).args([found, seeds]);
        shell::run(run.args([
            "--",
            &limit,
            "-max_len=4096",
            "-timeout=5",
            "-verbosity=0",
            "-print_final_stats=1",
        ]))?;
    }
    println!("fuzz: {} targets, {seconds} s each, no fault found", targets.lines().count());
    Ok(())
}
