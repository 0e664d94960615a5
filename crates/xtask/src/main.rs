//! Build and test tasks: `cargo xtask TASK`.

mod bench;
mod browser;
mod check;
mod ci;
mod counts;
mod crates;
mod cycles;
mod deny;
mod dist;
mod fuzz;
mod laws;
mod modules;
mod names;
mod nightly;
mod parallel;
mod phases;
mod play;
mod project;
mod prose;
mod python;
mod scenarios;
mod shell;
mod stamp;
mod style;
mod test;
mod tools;
mod types;
mod wasm;
mod web;

use std::process::ExitCode;

use phases::Phases;
use project::{Build, Project};

const USAGE: &str = include_str!("usage.txt");

/// The result of a task. An error is one line with the cause and the remedy.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Outcome {
    let Some((task, rest)) = arguments.split_first() else {
        print!("{USAGE}");
        return Ok(());
    };
    let project = Project::find()?;
    let mut phases = Phases::default();
    let outcome = start(&project, &mut phases, task, rest);
    phases.report(&project);
    outcome
}

fn start(project: &Project, phases: &mut Phases, task: &str, rest: &[String]) -> Outcome {
    match (task, rest) {
        ("play", options) => play::play(project, options),
        ("bench", [word, words @ ..]) if word == "load" => scenarios::load(project, words),
        ("bench", [word, words @ ..]) if word == "studies" => scenarios::studies(project, words),
        ("bench", [word, words @ ..]) if word == "wasm" => bench::wasm(project, words),
        ("bench", [word]) if word == "page" => browser::measure(project, phases),
        ("bench", words) => bench::bench(project, words),
        ("pictures", []) => browser::pictures(project, phases),
        ("counts", []) => counts::counts(project, phases, false),
        ("counts", [word]) if word == "--accept" => counts::counts(project, phases, true),
        ("test", []) => test::test(project, phases),
        ("test", [name, words @ ..]) => test::part(project, phases, name, words),
        ("check", []) => check::check(project, phases),
        ("ci", []) => ci::ci(project, phases),
        ("style", paths) => style::list(project, paths),
        ("types", []) => types::write(project),
        ("wasm", []) => wasm::build(project, Build::Release),
        ("web", []) => web::build(project, Build::Release),
        ("crates", []) => crates::rehearse(project, phases, None),
        ("crates", [word, revision]) if word == "--since" => {
            crates::rehearse(project, phases, Some(revision.as_str()))
        }
        ("dist", []) => dist::dist(project, phases),
        ("wheel", []) => python::build(project).map(|file| println!("{}", file.display())),
        ("fuzz", []) => fuzz::fuzz(project, phases, 10),
        ("fuzz", [seconds]) => fuzz::fuzz(project, phases, number(seconds, "seconds")?),
        ("nightly", [word]) if word == "--touched" => {
            nightly::touched(project).map(|names| println!("{}", names.join(" ")))
        }
        ("nightly", names) => nightly::run(project, phases, names, nightly::Trigger::Night),
        ("soak", words) => scenarios::soak(project, words),
        ("faults", words) => scenarios::faults(project, words),
        ("day", words) => scenarios::day(project, words),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            Ok(())
        }
        (
            "check" | "ci" | "counts" | "pictures" | "types" | "wasm" | "web" | "wheel" | "dist" | "fuzz",
            [.., extra],
        ) => Err(format!("unexpected argument \"{extra}\"; see `cargo xtask help`")),
        _ => Err(format!("unknown task \"{task}\"; see `cargo xtask help`")),
    }
}

fn number(word: &str, what: &str) -> Outcome<u32> {
    word.parse().map_err(|_| format!("expected a number of {what}, not \"{word}\""))
}
