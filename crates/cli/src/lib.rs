//! The `entourage` binary: rules, engine and web server.
//!
//! The exit status is 0, or 2 after an error, which is printed as one line on standard error.

mod arguments;
mod board;
#[cfg(feature = "server")]
mod bot;
mod commands;
mod definition;
mod engine;
mod failure;
mod input;
#[cfg(feature = "server")]
mod log;
mod memory;
mod usage;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use entourage_kernel::Language;
use entourage_registry::Registry;
use failure::{Console, Failure};

/// Runs the command that the process arguments specify, and returns the exit code.
pub fn run() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let registry = Registry::built_in();
    let mut language = Language::English;
    let outcome = usage::read(&registry, &arguments).and_then(|arguments| match arguments {
        Some(arguments) => {
            language = arguments.lang;
            let mut out = BufWriter::new(io::stdout());
            let mut console = Console { registry: &registry, language, out: &mut out };
            commands::run(&mut console, &arguments.command)?;
            Ok(out.flush()?)
        }
        None => Ok(()),
    });
    match outcome {
        // A closed pipe is not an error.
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(2),
        Err(Failure::Message(problem)) => {
            let line = failure::one_line(problem.get(language));
            let _ = writeln!(io::stderr(), "entourage: {line}");
            ExitCode::from(2)
        }
    }
}
