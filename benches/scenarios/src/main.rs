//! Runs load tests and fault injection for servers. Each scenario is a subcommand that starts all processes locally and kills only these.

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
mod studies;
mod windows;

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use entourage_kernel::Random;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use options::{Options, Scenario};

/// A result whose error is one line with the cause and the remedy.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let outcome = match Options::parse().scenario {
        Scenario::Load(options) => load::run(&options).map(|()| true),
        Scenario::Soak(options) => soak::run(&options),
        Scenario::Faults(options) => faults::run(&options),
        Scenario::Day(options) => day::run(&options),
        Scenario::Studies(options) => studies::run(&options),
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

/// Creates a single-threaded runtime, which leaves the other CPU cores to the servers.
fn runtime() -> Outcome<Runtime> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| format!("cannot create a runtime: {error}"))
}

fn temporary() -> Outcome<TempDir> {
    tempfile::tempdir().map_err(|error| format!("cannot create a temporary folder: {error}"))
}

fn about(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Returns a random duration in a range of milliseconds.
fn between(milliseconds: Range<usize>, random: &mut Random) -> Duration {
    let Range { start, end } = milliseconds;
    Duration::from_millis((start + random.below(end - start)) as u64)
}

/// Raises the limit on open files for this process and its children.
fn allow_files(sockets: usize) -> Outcome {
    const SPARE: usize = 500;
    let required = (sockets + SPARE) as u64;
    let limit = rlimit::increase_nofile_limit(u64::MAX)
        .map_err(|error| format!("cannot raise the limit on open files: {error}"))?;
    match limit >= required {
        true => Ok(()),
        false => Err(format!(
            "{sockets} sockets need {required} open files, but the limit is {limit}; raise the limit (`ulimit -n {required}`) or use fewer games"
        )),
    }
}
