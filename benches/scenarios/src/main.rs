//! Runs Entourage's servers under load and under faults. Each scenario is a subcommand; all processes that it kills were started by it, on
//! this machine only.

mod backing;
mod clock;
mod cluster;
mod day;
mod faults;
mod http;
mod load;
mod options;
mod record;
mod relay;
mod report;
mod script;
mod service;
mod soak;
mod socket;
mod windows;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use options::{Options, Scenario};

/// The result of a step, or one line that says what went wrong and what to do.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let outcome = match Options::parse().scenario {
        Scenario::Load(options) => load::run(&options).map(|()| true),
        Scenario::Soak(options) => soak::run(&options),
        Scenario::Faults(options) => faults::run(&options),
        Scenario::Day(options) => day::run(&options),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            eprintln!("scenarios: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Returns a runtime of one thread, which leaves the other processors to the servers.
fn runtime() -> Outcome<Runtime> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| format!("no runtime: {error}"))
}

fn temporary() -> Outcome<TempDir> {
    tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))
}

fn about(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Allows this process and its children as many open files as the sockets need.
fn allow_files(sockets: usize) -> Outcome {
    const SPARE: usize = 500;
    let wanted = (sockets + SPARE) as u64;
    let have = rlimit::increase_nofile_limit(u64::MAX).map_err(|error| format!("open files: {error}"))?;
    match have >= wanted {
        true => Ok(()),
        false => Err(format!(
            "{sockets} sockets need {wanted} open files and the system allows {have}: raise the limit (`ulimit -n {wanted}`) or take less"
        )),
    }
}
