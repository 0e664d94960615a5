use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::{fs, thread};

pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the command writes UTF-8");
        let code = output.status.code().expect("the command ends by itself");
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }

    /// Returns the output of a successful run without messages on standard error.
    #[track_caller]
    pub fn answer(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Checks that the exit status is 2 and that standard error contains all `parts`.
    #[track_caller]
    pub fn fails(&self, parts: &[&str]) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        has(&self.err, parts);
    }
}

#[track_caller]
pub fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entourage"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn entourage_reading_bytes(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || {
        // Fails if the command exits before reading everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run::of(output)
}

pub fn entourage_reading(arguments: &[&str], input: &str) -> Run {
    entourage_reading_bytes(arguments, input.as_bytes())
}

pub fn run(arguments: &[&str]) -> Run {
    entourage_reading(arguments, "")
}

#[track_caller]
pub fn entourage(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
    run.out
}

/// Runs a command that must fail: status 2, no output, and one line on standard error that contains all `parts`.
#[track_caller]
pub fn refused(arguments: &[&str], parts: &[&str]) {
    let run = run(arguments);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
    assert!(run.err.starts_with("entourage: ") && run.err.ends_with('\n'), "{arguments:?}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
    assert!(!run.err.trim_end().contains(char::is_control), "{arguments:?}: {}", run.err);
    has(&run.err, parts);
}

pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.at(name), content).unwrap();
        self.at(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }
}

/// Reports that a test is skipped because a tool is missing; fails in CI.
pub fn skip(what: &str, missing: &str) {
    let ci = std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1");
    assert!(!ci, "{missing} is missing, and CI allows no skipped tests");
    eprintln!("SKIPPED: {what}, because {missing} is missing");
}

/// Returns the address of a server for tests. If the variable is not set, the test is skipped, or fails in CI.
pub fn test_server(variable: &str) -> Option<String> {
    let address = std::env::var(variable).ok();
    if address.is_none() {
        skip("a test", variable);
    }
    address
}
