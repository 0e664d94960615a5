//! Counts the instructions of the games' hot paths and compares them with those that were committed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bench::{FLAGS, peers};
use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, shell, tools};

/// The version that benches and runner share.
const GUNGRAUN: &str = "0.20.0";

/// How many more instructions than committed are a regression, in hundredths.
const TOLERANCE: u64 = 3;

/// The counts of a build, and what they depend on.
#[derive(PartialEq, Serialize, Deserialize, Debug)]
struct Counts {
    rustc: String,
    flags: String,
    /// Instructions by `work::game`.
    instructions: BTreeMap<String, u64>,
}

/// Counts instructions under valgrind and compares them with the committed counts, or accepts them.
///
/// # Errors
/// More instructions than committed, or a build that fails. Without valgrind or gungraun's runner, counting is left
/// out loudly, but under `CI=true` that fails too.
pub fn counts(project: &Project, phases: &mut Phases, accept: bool) -> Outcome {
    if let Some(missing) = missing() {
        if tools::strict() || accept {
            return Err(format!("{missing}, and nothing may be skipped here"));
        }
        eprintln!("\nSKIPPED: counting instructions, because {missing}");
        return Ok(());
    }
    let bench = || -> Outcome<Command> {
        let mut bench = peers(project, "bench")?;
        bench.args(["--bench", "counts"]);
        Ok(bench)
    };
    phases.run("building what is counted", || shell::run(bench()?.arg("--no-run")))?;
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

/// Says what is missing to count instructions.
fn missing() -> Option<String> {
    let version = |tool| shell::output(Command::new(tool).arg("--version"));
    if !cfg!(target_arch = "x86_64") {
        Some("the committed counts are of x86-64".to_owned())
    } else if version("valgrind").is_none() {
        Some("valgrind is missing".to_owned())
    } else if version("gungraun-runner").is_none_or(|version| !version.ends_with(GUNGRAUN)) {
        Some(format!(
            "gungraun's runner is missing (`cargo install gungraun-runner --version {GUNGRAUN} --locked`)"
        ))
    } else {
        None
    }
}

/// Compares counts with those of a file, or writes them there.
///
/// # Errors
/// A file that cannot be read or written, another compiler or other flags than the file's, a bench that one of the two lacks, or
/// one of more than 3 % more instructions.
fn compare(new: &Counts, file: &Path, accept: bool) -> Outcome {
    if accept {
        let text = serde_json::to_string_pretty(new).map_err(|error| error.to_string())?;
        return fs::write(file, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", file.display()));
    }
    let unreadable = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| unreadable(&error))?;
    let old: Counts = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
    let faults = faults(&old, new);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\nxtask: ")) }
}

/// Reads a summary of gungraun a line.
fn instructions(text: &str) -> Result<BTreeMap<String, u64>, String> {
    let counts: Option<BTreeMap<String, u64>> = text.lines().map(instruction).collect();
    match counts {
        Some(counts) if !counts.is_empty() => Ok(counts),
        _ => Err("the counts are not those of gungraun 0.20".to_owned()),
    }
}

fn instruction(line: &str) -> Option<(String, u64)> {
    let summary: Value = serde_json::from_str(line).ok()?;
    let name = format!("{}::{}", summary["function_name"].as_str()?, summary["id"].as_str()?);
    let values = &summary["profiles"][0]["data"]["total"]["metrics"]["Ir"]["values"];
    // Beside an earlier run's count, the new one comes first.
    let count = values["new"].as_u64().or_else(|| values["both"][0].as_u64())?;
    Some((name, count))
}

/// Prints the comparison and lists what is wrong.
fn faults(old: &Counts, new: &Counts) -> Vec<String> {
    let mut faults = Vec::new();
    if (&old.rustc, &old.flags) != (&new.rustc, &new.flags) {
        faults.push(format!(
            "the committed counts are of {} with {:?}, these of {} with {:?}: accept them in a commit of their own",
            old.rustc, old.flags, new.rustc, new.flags
        ));
        return faults;
    }
    println!("{:28}{:>14}{:>14}{:>9}", "work", "committed", "now", "change");
    for (name, &count) in &new.instructions {
        let Some(&before) = old.instructions.get(name) else {
            faults.push(format!("{name} has no committed count"));
            continue;
        };
        let change = (count as f64 / before as f64 - 1.0) * 100.0;
        println!("{name:28}{before:>14}{count:>14}{change:>+8.1}%");
        if count * 100 > before * (100 + TOLERANCE) {
            faults.push(format!("{name} takes {change:.1} % more instructions than committed"));
        }
    }
    let gone = old.instructions.keys().filter(|name| !new.instructions.contains_key(*name));
    faults.extend(gone.map(|name| format!("{name} was committed and is no more")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(instructions: &[(&str, u64)]) -> Counts {
        let instructions = instructions.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
        Counts { rustc: "rustc 1".to_owned(), flags: String::new(), instructions }
    }

    #[test]
    fn three_percent_more_is_too_much() {
        let old = counts(&[("make::ludo", 1_000), ("powers::ludo", 1_000)]);
        assert_eq!(faults(&old, &counts(&[("make::ludo", 1_030), ("powers::ludo", 500)])), [""; 0]);
        let worse = faults(&old, &counts(&[("make::ludo", 1_031), ("powers::ludo", 500)]));
        assert_eq!(worse, ["make::ludo takes 3.1 % more instructions than committed"]);
    }

    #[test]
    fn other_benches_and_another_compiler_are_faults() {
        let old = counts(&[("make::ludo", 1_000)]);
        assert_eq!(faults(&old, &counts(&[("count::ludo", 1_000)])).len(), 2);
        assert_eq!(faults(&old, &Counts { rustc: "rustc 2".to_owned(), ..counts(&[]) }).len(), 1);
    }

    #[test]
    fn summaries_are_read() {
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
