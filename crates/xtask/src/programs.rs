//! The programs that hold the tests of the crates: built at once, and run side by side.

use std::cmp::Reverse;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Outcome, shell, workers};

/// How long no test of a program may end, and none be named as slow, before the program counts as hanging. Tests are named so
/// after 60 seconds.
const SILENCE: Duration = Duration::from_secs(120);

/// A program that holds the tests of a crate.
pub struct Program {
    /// The folder of the crate, in which its tests run.
    folder: PathBuf,
    /// Its unit tests, or the name of the target.
    target: String,
    file: PathBuf,
}

/// What tests came to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Tally {
    passed: usize,
    failed: usize,
    ignored: usize,
}

/// What a program of tests said, and how it ended.
struct Told {
    text: String,
    /// Unknown where it ended before it could tell.
    tally: Option<Tally>,
    problem: Option<String>,
}

impl Told {
    /// Tells what went wrong: of all that was said, what the tests that failed said; all of it where they could not tell any more.
    fn complaint(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        let text = self.text.split_once("\nfailures:\n").map_or(&*self.text, |(_, failures)| failures);
        Some(format!("{problem}\n{}", text.trim()))
    }
}

/// Has cargo build tests and returns the programs that hold them.
///
/// # Errors
/// The build fails.
pub fn build(cargo: &mut Command) -> Outcome<Vec<Program>> {
    cargo.args(["--no-run", "--message-format=json-render-diagnostics"]).stderr(Stdio::inherit());
    let messages = shell::output(cargo).ok_or("the tests do not build")?;
    let mut programs: Vec<Program> = messages.lines().filter_map(program).collect();
    // Whatever holds most takes longest: begun first, it is not waited for alone at the end.
    programs.sort_by_key(|program| Reverse(fs::metadata(&program.file).map_or(0, |file| file.len())));
    Ok(programs)
}

/// Reads the message by which cargo tells of a program of tests; others are none.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    if message["profile"]["test"] != true {
        return None;
    }
    let file = PathBuf::from(message["executable"].as_str()?);
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let target = match message["target"]["kind"][0].as_str()? {
        "test" | "bench" => message["target"]["name"].as_str()?.to_owned(),
        "bin" => format!("unit tests of {}", message["target"]["name"].as_str()?),
        _ => "unit tests".to_owned(),
    };
    Some(Program { folder, target, file })
}

/// Runs programs, as many side by side as there are cores, the first ones first. Shows what each came to, all that is said by those
/// that fail, and the sum.
///
/// # Errors
/// A test fails or hangs, or a program cannot be started.
pub fn run(root: &Path, programs: Vec<Program>) -> Outcome {
    let all = workers::side_by_side(programs, |program| {
        let begin = Instant::now();
        let told = listen(&program);
        let folder = program.folder.strip_prefix(root).unwrap_or(&program.folder).display();
        let name = format!("{folder}, {}", program.target);
        let tally = told.tally.unwrap_or_default();
        let shown = match &told.problem {
            None => format!("{} passed, {} failed", tally.passed, tally.failed),
            Some(problem) => format!("{problem}\n{}", told.text),
        };
        println!("{name}: {shown} ({:.1} s)", begin.elapsed().as_secs_f64());
        (name, told)
    });
    let sum =
        |of: fn(&Tally) -> usize| all.iter().filter_map(|(_, told)| told.tally.as_ref()).map(of).sum::<usize>();
    let broken: Vec<String> = all
        .iter()
        .filter_map(|(name, told)| told.complaint().map(|complaint| format!("{name}: {complaint}")))
        .collect();
    println!(
        "\n{} passed, {} failed, {} ignored in {} programs of tests",
        sum(|tally| tally.passed),
        sum(|tally| tally.failed),
        sum(|tally| tally.ignored),
        all.len()
    );
    if broken.is_empty() {
        return Ok(());
    }
    Err(format!("{} of {} programs of tests failed\n{}", broken.len(), all.len(), broken.join("\n")))
}

/// Runs a program to its end, or until nothing is heard of it any more.
fn listen(program: &Program) -> Told {
    let mut command = Command::new(&program.file);
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder).stdout(Stdio::piped());
    let (mut text, mut tally) = (String::new(), None);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Told { text, tally, problem: Some(format!("cannot be started: {error}")) },
    };
    let (say, hear) = channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let mut lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
            // Nobody may listen any more.
            lines.all(|line| say.send(String::from_utf8_lossy(&line).into_owned()).is_ok())
        });
    }
    let mut hangs = false;
    loop {
        match hear.recv_timeout(SILENCE) {
            Ok(line) => {
                if line.contains("has been running for over") {
                    eprintln!("{line}");
                }
                tally = read(&line).or(tally);
                text.push_str(&line);
                text.push('\n');
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                hangs = true;
                // It may have ended by itself.
                let _ = child.kill();
                break;
            }
        }
    }
    let problem = match child.wait() {
        _ if hangs => Some(format!("HANGS: no test ended in {} s", SILENCE.as_secs())),
        Ok(status) if status.success() && tally.is_some_and(|tally| tally.failed == 0) => None,
        Ok(status) => Some(format!("FAILED ({status})")),
        Err(error) => Some(format!("FAILED: {error}")),
    };
    Told { text, tally, problem }
}

/// Reads the line in which a program of tests tells what they came to.
fn read(line: &str) -> Option<Tally> {
    let mut tally = Tally::default();
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    for count in counts.split("; ") {
        let Some((number, kind)) = count.split_once(' ') else { continue };
        let number = number.parse().ok();
        match kind {
            "passed" => tally.passed = number?,
            "failed" => tally.failed = number?,
            "ignored" => tally.ignored = number?,
            _ => {}
        }
    }
    Some(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{Project, children};

    #[test]
    fn the_integration_tests_of_a_crate_are_one_program() {
        for folder in Project::find().unwrap().crates().unwrap() {
            let tests = children(&folder.join("tests")).unwrap_or_default();
            let programs = |path: &&PathBuf| {
                path.extension().is_some_and(|kind| kind == "rs") || path.join("main.rs").exists()
            };
            let found: Vec<_> = tests.iter().filter(programs).collect();
            assert!(
                found.is_empty() || found == [&folder.join("tests/all")],
                "make modules of tests/all of {found:?}"
            );
        }
    }

    #[test]
    fn programs_are_found_among_what_cargo_tells() {
        let message = r#"{"reason":"compiler-artifact","manifest_path":"/p/crates/fish/Cargo.toml","target":{"kind":["test"],"name":"all"},"profile":{"test":true},"executable":"/p/target/debug/deps/all-1"}"#;
        let found = program(message).unwrap();
        assert_eq!(
            (found.folder, found.target, found.file),
            ("/p/crates/fish".into(), "all".into(), "/p/target/debug/deps/all-1".into())
        );
        for other in [
            message.replace("\"test\":true", "\"test\":false"),
            message.replace("\"/p/target/debug/deps/all-1\"", "null"),
            "no message".to_owned(),
        ] {
            assert!(program(&other).is_none(), "{other}");
        }
    }

    #[test]
    fn results_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s";
        assert_eq!(read(line), Some(Tally { passed: 12, failed: 3, ignored: 1 }));
        assert_eq!(read("test names::one ... ok"), None);
    }

    #[test]
    fn only_what_failed_is_told_again() {
        let told = |text: &str, problem: Option<&str>| {
            Told { text: text.to_owned(), tally: None, problem: problem.map(str::to_owned) }.complaint()
        };
        let text = "test a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\nno";
        assert_eq!(told(text, Some("FAILED")).unwrap(), "FAILED\n---- b stdout ----\nno");
        assert_eq!(told("test a ...", Some("HANGS")).unwrap(), "HANGS\ntest a ...");
        assert_eq!(told(text, None), None);
    }

    #[test]
    fn a_program_without_a_result_has_failed() {
        let here = std::env::current_dir().unwrap();
        let program = |file: PathBuf| Program { folder: here.clone(), target: "all".to_owned(), file };
        assert!(listen(&program("/no/such/program".into())).problem.unwrap().contains("cannot be started"));
        let told = listen(&program("/bin/true".into()));
        assert!(cfg!(not(unix)) || told.problem.unwrap().starts_with("FAILED"));
    }
}
