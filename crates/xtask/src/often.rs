use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, fuzz, shell};

/// Names the number of times that tests do again what they do often.
const TIMES: &str = "ENTOURAGE_OFTEN";
/// Names the number of positions of each game that its suite visits.
const POSITIONS: (&str, u32) = ("CONFORMANCE_POSITIONS", 1_500);
/// Parts of the names of these tests.
const OFTEN: [&str; 5] = ["kill", "fuzz::", "mutations::", "conformance::", "conforms"];
/// For each time, how many seconds each parser is fuzzed.
const FUZZ: u32 = 10;

/// Runs the tests that kill servers and those that try a great many positions, texts and requests so many times as long as usual,
/// and fuzzes every parser.
///
/// # Errors
/// A test fails, the nightly toolchain or cargo-fuzz is missing, or a fuzzer finds a fault.
pub fn often(project: &Project, phases: &mut Phases, times: u32) -> Outcome {
    // They say what they did. One after the other, they say it in order.
    let mut tests = shell::cargo(project);
    tests.args([
        "test",
        "--workspace",
        "--exclude",
        "xtask",
        "--locked",
        "--test",
        "all",
        "--test",
        "command",
        "--",
    ]);
    tests.args(OFTEN);
    tests.args(["--nocapture", "--test-threads=1"]).env(TIMES, times.to_string());
    tests.env(POSITIONS.0, POSITIONS.1.saturating_mul(times).to_string());
    phases.run(&format!("tests, {times} times as long"), || shell::run(&mut tests))?;
    fuzz::fuzz(project, phases, FUZZ.saturating_mul(times))
}
