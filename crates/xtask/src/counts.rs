//! Counts the instructions of hot code paths and compares them with the committed counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bench::{FLAGS, peers};
use crate::phases::Phases;
use crate::project::{Project, write};
use crate::{Outcome, shell, tools};

/// Version of gungraun, which must be the same for the library and the runner.
const GUNGRAUN: &str = "0.20.0";

/// Allowed increase of an instruction count, in percent.
const TOLERANCE: u64 = 3;

/// Instruction counts, with the compiler and flags on which they depend.
#[derive(PartialEq, Serialize, Deserialize, Debug)]
struct Counts {
    rustc: String,
    flags: String,
    /// Number of instructions for each benchmark, named `work::game`.
    instructions: BTreeMap<String, u64>,
}

/// Counts instructions under valgrind. Compares them with the committed counts, or replaces those if `accept` is set.
///
/// If valgrind or gungraun-runner is missing, the task is skipped with a warning, or fails with `CI=true`.
pub fn counts(project: &Project, phases: &mut Phases, accept: bool) -> Outcome {
    if let Some(missing) = missing() {
        if tools::is_ci() || accept {
            return Err(format!("{missing}, and this run must not be skipped"));
        }
        eprintln!("\nSKIPPED: counting instructions, because {missing}");
        return Ok(());
    }
    let bench = || -> Outcome<Command> {
        let mut bench = peers(project, "bench")?;
        bench.args(["--bench", "counts"]);
        Ok(bench)
    };
    phases.run("building benchmarks", || shell::run(bench()?.arg("--no-run")))?;
    let text = phases.run("counting instructions", || {
        let mut bench = bench()?;
        bench.args(["--", "--output-format=json"]).stderr(Stdio::inherit());
        shell::output(&mut bench).ok_or("counting instructions failed".to_owned())
    })?;
    let rustc = shell::output(Command::new("rustc").current_dir(&project.root).arg("--version"));
    let rustc = rustc.ok_or("cannot start rustc")?;
    let new = Counts { rustc, flags: FLAGS.to_owned(), instructions: instructions(&text)? };
    compare(&new, &project.root.join("benches/peers/counts.json"), accept)
}

/// Returns the reason why instructions cannot be counted on this machine, if any.
fn missing() -> Option<String> {
    let version = |tool| shell::output(Command::new(tool).arg("--version"));
    if !cfg!(target_arch = "x86_64") {
        Some("the committed counts are for x86-64".to_owned())
    } else if version("valgrind").is_none() {
        Some("valgrind is missing".to_owned())
    } else if version("gungraun-runner").is_none_or(|version| !version.ends_with(GUNGRAUN)) {
        Some(format!(
            "gungraun-runner is missing (`cargo install gungraun-runner --version {GUNGRAUN} --locked`)"
        ))
    } else {
        None
    }
}

fn compare(new: &Counts, file: &Path, accept: bool) -> Outcome {
    if accept {
        let text = serde_json::to_string_pretty(new).map_err(|error| error.to_string())?;
        return write(file, &(text + "\n"));
    }
    let unreadable = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| unreadable(&error))?;
    let old: Counts = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
    let found = regressions(&old, new);
    if found.is_empty() { Ok(()) } else { Err(found.join("\nxtask: ")) }
}

/// Parses gungraun's output: one JSON summary per line.
fn instructions(text: &str) -> Result<BTreeMap<String, u64>, String> {
    let counts: Option<BTreeMap<String, u64>> = text.lines().map(instruction).collect();
    match counts {
        Some(counts) if !counts.is_empty() => Ok(counts),
        _ => Err("unexpected output of gungraun".to_owned()),
    }
}

fn instruction(line: &str) -> Option<(String, u64)> {
    let summary: Value = serde_json::from_str(line).ok()?;
    let name = format!("{}::{}", summary["function_name"].as_str()?, summary["id"].as_str()?);
    let values = &summary["profiles"][0]["data"]["total"]["metrics"]["Ir"]["values"];
    // If there was an earlier run, `both` contains the new count and then the old one.
    let count = values["new"].as_u64().or_else(|| values["both"][0].as_u64())?;
    Some((name, count))
}

fn regressions(old: &Counts, new: &Counts) -> Vec<String> {
    let mut found = Vec::new();
    if (&old.rustc, &old.flags) != (&new.rustc, &new.flags) {
        found.push(format!(
            "the committed counts were made with {} {:?}, the new ones with {} {:?}; commit the new counts separately",
            old.rustc, old.flags, new.rustc, new.flags
        ));
        return found;
    }
    println!("{:28}{:>14}{:>14}{:>9}", "work", "committed", "now", "change");
    for (name, &count) in &new.instructions {
        let Some(&before) = old.instructions.get(name) else {
            found.push(format!("{name} has no committed count"));
            continue;
        };
        let change = (count as f64 / before as f64 - 1.0) * 100.0;
        println!("{name:28}{before:>14}{count:>14}{change:>+8.1}%");
        if count * 100 > before * (100 + TOLERANCE) {
            found.push(format!("{name} takes {change:.1} % more instructions than committed"));
        }
    }
    let gone = old.instructions.keys().filter(|name| !new.instructions.contains_key(*name));
    found.extend(gone.map(|name| format!("{name} has a committed count but was not run")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(instructions: &[(&str, u64)]) -> Counts {
        let instructions = instructions.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
        Counts { rustc: "rustc 1".to_owned(), flags: String::new(), instructions }
    }

    #[test]
    fn an_increase_above_three_percent_is_a_regression() {
        let old = counts(&[("make::ludo", 1_000), ("powers::ludo", 1_000)]);
        assert_eq!(regressions(&old, &counts(&[("make::ludo", 1_030), ("powers::ludo", 500)])), [""; 0]);
        let worse = regressions(&old, &counts(&[("make::ludo", 1_031), ("powers::ludo", 500)]));
        assert_eq!(worse, ["make::ludo takes 3.1 % more instructions than committed"]);
    }

    #[test]
    fn missing_benchmarks_and_another_compiler_are_regressions() {
        let old = counts(&[("make::ludo", 1_000)]);
        assert_eq!(regressions(&old, &counts(&[("count::ludo", 1_000)])).len(), 2);
        assert_eq!(regressions(&old, &Counts { rustc: "rustc 2".to_owned(), ..counts(&[]) }).len(), 1);
    }

    #[test]
    fn summaries_are_parsed() {
        let line = |values: &str| {
            format!(
                r#"{{"function_name":"make","id":"ludo","profiles":[{{"data":{{"total":{{"metrics":{{"Ir":{{"values":{values}}}}}}}}}}}]}}"#
            )
        };
        for values in [r#"{"new":7}"#, r#"{"both":[7,8]}"#] {
            assert_eq!(instructions(&line(values)), Ok([("make::ludo".to_owned(), 7)].into()));
        }
        assert!(instructions("").is_err() && instructions(&line("{}")).is_err());
    }
}
