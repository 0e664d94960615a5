//! Runs the command and takes down what it says.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// What a run said.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Returns what was answered.
    ///
    /// # Panics
    /// If the run failed.
    pub fn answer(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// Prepares the command.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entourage"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command to its end with bytes on standard input.
pub fn entourage_reading_bytes(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || {
        // A command that does not read to the end closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("the command writes UTF-8");
    Run {
        code: output.status.code().expect("the command ends by itself"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Runs the command to its end with a text on standard input.
pub fn entourage_reading(arguments: &[&str], input: &str) -> Run {
    entourage_reading_bytes(arguments, input.as_bytes())
}

/// Runs a command that succeeds and returns what it prints.
///
/// # Panics
/// If it fails.
pub fn entourage(arguments: &[&str]) -> String {
    let run = entourage_reading(arguments, "");
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
    run.out
}

/// Runs a command that is wrong.
///
/// # Panics
/// If it does not end with 2, nothing on standard output, and one line on standard error with these parts.
pub fn refused(arguments: &[&str], parts: &[&str]) {
    let run = entourage_reading(arguments, "");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
    assert!(run.err.starts_with("entourage: ") && run.err.ends_with('\n'), "{arguments:?}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
    assert!(!run.err.trim_end().contains(char::is_control), "{arguments:?}: {}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "{arguments:?}: no {part} in {}", run.err);
    }
}
