//! How such a program begins and ends.

use std::process::ExitCode;

use crate::Outcome;

/// Runs a program by its words: prints its usage where that is asked for, and otherwise does what they say. It ends with 1 where something
/// is not well, and with 2, after a line that says why, where it cannot be tried.
pub fn program(name: &str, usage: &str, run: impl FnOnce(&[String]) -> Outcome<bool>) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help") {
        println!("{usage}");
        return ExitCode::SUCCESS;
    }
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            eprintln!("{name}: {problem}");
            ExitCode::from(2)
        }
    }
}
