use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::project::Project;
use crate::shell::announce;

/// The phase that runs nextest.
pub const TESTS: &str = "tests of the crates";
/// Number of tests in the list of the slowest.
const SLOWEST: usize = 30;

/// Runs the phases of a chore one after the other and knows what time each took.
#[derive(Default)]
pub struct Phases(Vec<Phase>);

struct Phase {
    name: String,
    passed: Duration,
    /// What this program's children computed; unknown where the system does not tell.
    computed: Option<Duration>,
    failed: bool,
}

impl Phases {
    /// Announces a phase and runs it.
    ///
    /// # Errors
    /// The phase fails.
    pub fn run<T>(&mut self, name: &str, phase: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        announce(name);
        let (begin, computed) = (Instant::now(), computed());
        let outcome = phase();
        self.0.push(Phase {
            name: name.to_owned(),
            passed: begin.elapsed(),
            computed: self::computed().zip(computed).map(|(after, before)| after.saturating_sub(before)),
            failed: outcome.is_err(),
        });
        outcome
    }

    /// Prints the time of each phase, and keeps it in `target/xtask/report.txt` with the slowest tests of the crates.
    pub fn report(&self, project: &Project) {
        let table = self.table();
        print!("{table}");
        if !self.0.iter().any(|phase| phase.name == TESTS) {
            return;
        }
        let junit = fs::read_to_string(project.target.join("nextest/default/junit.xml")).unwrap_or_default();
        let mut tests = timed(&junit);
        let failed = tests.iter().filter(|test| test.failed).count();
        tests.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        let slowest = tests.iter().take(SLOWEST).map(|test| format!("{:7.1}   {}\n", test.seconds, test.name));
        let report = format!("{table}\nseconds   slowest tests of the crates\n{}", slowest.collect::<String>());
        let file = project.target.join("xtask/report.txt");
        match fs::create_dir_all(file.with_file_name("")).and_then(|()| fs::write(&file, report)) {
            Ok(()) => println!("\nphases and slowest tests: {}", file.display()),
            Err(error) => eprintln!("cannot write {}: {error}", file.display()),
        }
        if !tests.is_empty() {
            println!("\n{} passed, {failed} failed", tests.len() - failed);
        }
    }

    /// Formats the time of each phase: by the clock, and what its programs computed on all cores together.
    ///
    /// Returns nothing for a single phase or none.
    fn table(&self) -> String {
        if self.0.len() < 2 {
            return String::new();
        }
        let width = self.0.iter().map(|phase| phase.name.chars().count()).max().unwrap_or(0).max(5);
        let mut table = format!("\n{:width$}   seconds   computed\n", "phase");
        let mut line = |name: &str, passed: Duration, computed: Option<Duration>, failed: bool| {
            let computed = computed.map_or("?".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
            let fate = if failed { "   FAILED" } else { "" };
            // Writing into a text cannot fail.
            let _ = writeln!(table, "{name:width$}   {:7.1}   {computed:>8}{fate}", passed.as_secs_f64());
        };
        for phase in &self.0 {
            line(&phase.name, phase.passed, phase.computed, phase.failed);
        }
        let computed = self.0.iter().map(|phase| phase.computed).sum();
        line("all", self.0.iter().map(|phase| phase.passed).sum(), computed, false);
        table
    }
}

/// A test of nextest's report.
struct Test {
    name: String,
    seconds: f64,
    failed: bool,
}

/// Reads the tests of a report in JUnit's form, as nextest writes it.
fn timed(junit: &str) -> Vec<Test> {
    let read = |case: &str| {
        let attribute = |name: &str| Some(case.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
        let name = format!("{} {}", attribute("classname")?, attribute("name")?);
        Some(Test { name, seconds: attribute("time")?.parse().ok()?, failed: case.contains("<failure") })
    };
    junit.split("<testcase").skip(1).filter_map(read).collect()
}

/// Returns what the children of this program that have ended computed, and theirs.
fn computed() -> Option<Duration> {
    /// What Linux tells programs of time comes in hundredths of a second.
    const TICKS: f64 = 100.0;
    let state = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold anything.
    let fields: Vec<&str> = state.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(Duration::from_secs_f64(ticks / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_tests_are_read() {
        let junit = r#"<testsuite name="a"><testcase name="b::c" classname="a" time="1.250"></testcase>
            <testcase name="d" classname="a" time="0.5"><failure type="x"/></testcase>"#;
        let tests: Vec<_> =
            timed(junit).into_iter().map(|test| (test.name, test.seconds, test.failed)).collect();
        assert_eq!(tests, [("a b::c".to_owned(), 1.25, false), ("a d".to_owned(), 0.5, true)]);
    }

    #[test]
    fn every_phase_stands_in_the_table() {
        let mut phases = Phases::default();
        assert_eq!(phases.run("one", || Ok(1)), Ok(1));
        assert_eq!(phases.run::<()>("another", || Err("no".to_owned())), Err("no".to_owned()));
        let table = phases.table();
        let lines: Vec<&str> = table.trim_start().lines().collect();
        assert_eq!(lines.len(), 4, "{table}");
        assert!(lines[1].starts_with("one    ") && !lines[1].contains("FAILED"), "{table}");
        assert!(lines[2].starts_with("another") && lines[2].ends_with("FAILED"), "{table}");
        assert!(lines[3].starts_with("all"), "{table}");
    }
}
