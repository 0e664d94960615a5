use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::project::Project;
use crate::shell::announce;

pub const TESTS: &str = "tests of the crates";
const SLOWEST: usize = 30;

/// Runs the phases of a task and records their times.
#[derive(Default)]
pub struct Phases(Vec<Phase>);

struct Phase {
    name: String,
    elapsed: Duration,
    /// CPU time of child processes; `None` except on Linux.
    cpu: Option<Duration>,
    failed: bool,
}

impl Phases {
    pub fn run<T>(&mut self, name: &str, phase: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        announce(name);
        let (start, cpu) = (Instant::now(), cpu_time());
        let outcome = phase();
        self.0.push(Phase {
            name: name.to_owned(),
            elapsed: start.elapsed(),
            cpu: cpu_time().zip(cpu).map(|(after, before)| after.saturating_sub(before)),
            failed: outcome.is_err(),
        });
        outcome
    }

    /// Prints the time of each phase, and writes it to `target/xtask/report.txt` with the slowest tests.
    pub fn report(&self, project: &Project) {
        let table = self.table();
        print!("{table}");
        if !self.0.iter().any(|phase| phase.name == TESTS) {
            return;
        }
        let junit = fs::read_to_string(project.target.join("nextest/default/junit.xml")).unwrap_or_default();
        let mut tests = parse_junit(&junit);
        let failed = tests.iter().filter(|test| test.failed).count();
        tests.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        let slowest = tests.iter().take(SLOWEST).map(|test| format!("{:7.1}   {}\n", test.seconds, test.name));
        let report = format!("{table}\nseconds   slowest tests\n{}", slowest.collect::<String>());
        let file = project.target.join("xtask/report.txt");
        match fs::create_dir_all(file.with_file_name("")).and_then(|()| fs::write(&file, report)) {
            Ok(()) => println!("\nphases and slowest tests: {}", file.display()),
            Err(error) => eprintln!("cannot write {}: {error}", file.display()),
        }
        if !tests.is_empty() {
            println!("\n{} passed, {failed} failed", tests.len() - failed);
        }
    }

    /// Formats the elapsed and CPU time of each phase; empty for fewer than two phases.
    fn table(&self) -> String {
        if self.0.len() < 2 {
            return String::new();
        }
        let width = self.0.iter().map(|phase| phase.name.chars().count()).max().unwrap_or(0).max(5);
        let mut table = format!("\n{:width$}   seconds   CPU time\n", "phase");
        let mut line = |name: &str, elapsed: Duration, cpu: Option<Duration>, failed: bool| {
            let cpu = cpu.map_or("?".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
            let result = if failed { "   FAILED" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{name:width$}   {:7.1}   {cpu:>8}{result}", elapsed.as_secs_f64());
        };
        for phase in &self.0 {
            line(&phase.name, phase.elapsed, phase.cpu, phase.failed);
        }
        let cpu = self.0.iter().map(|phase| phase.cpu).sum();
        line("all", self.0.iter().map(|phase| phase.elapsed).sum(), cpu, false);
        table
    }
}

struct Test {
    name: String,
    seconds: f64,
    failed: bool,
}

fn parse_junit(junit: &str) -> Vec<Test> {
    let read = |case: &str| {
        let attribute = |name: &str| Some(case.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
        let name = format!("{} {}", attribute("classname")?, attribute("name")?);
        Some(Test { name, seconds: attribute("time")?.parse().ok()?, failed: case.contains("<failure") })
    };
    junit.split("<testcase").skip(1).filter_map(read).collect()
}

/// Returns the CPU time of all terminated descendants of this process.
fn cpu_time() -> Option<Duration> {
    /// Clock ticks per second in /proc.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The program name in parentheses can contain spaces.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(Duration::from_secs_f64(ticks / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junit_reports_are_parsed() {
        let junit = r#"<testsuite name="a"><testcase name="b::c" classname="a" time="1.250"></testcase>
            <testcase name="d" classname="a" time="0.5"><failure type="x"/></testcase>"#;
        let tests: Vec<_> =
            parse_junit(junit).into_iter().map(|test| (test.name, test.seconds, test.failed)).collect();
        assert_eq!(tests, [("a b::c".to_owned(), 1.25, false), ("a d".to_owned(), 0.5, true)]);
    }

    #[test]
    fn the_table_lists_every_phase() {
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
