//! Runs the build and test chores of Entourage: `cargo xtask play`, `cargo xtask test`, and their parts.

mod bench;
mod browser;
mod check;
mod ci;
mod counts;
mod crates;
mod deny;
mod dist;
mod fuzz;
mod laws;
mod modules;
mod names;
mod often;
mod phases;
mod play;
mod programs;
mod project;
mod prose;
mod python;
mod rooms;
mod scenarios;
mod shell;
mod stamp;
mod test;
mod tools;
mod types;
mod wasm;
mod web;
mod workers;

use std::process::ExitCode;

use phases::Phases;
use project::Project;

const USAGE: &str = "\
Usage: cargo xtask CHORE

  play [--data DIR] [--games DIR] [--host ADDR] [--port N] [--no-open]
           build everything needed and serve the page on http://localhost:7878
  test     run every test of the project
  test NAME [WORD...]
           run the tests of one crate, by its folder or package, of which the words choose some by their names;
           or one file of tests in a browser; or all of the `page`, of the `browser`, or of the wheel for `python`
  dist     make target/dist: an archive of the command for this system, the wheel for Python, licences and checksums
  crates [--since REVISION]
           pack the crates for crates.io in order and build each from its package, as publishing does;
           compare what they offer with a revision; the latter needs cargo-semver-checks
  wheel    build the wheel for Python into target/wheels; needs maturin
  check    format, lint and documentation, as the continuous integration runs them
  ci       run all that the continuous integration runs: check, test, counts, and a short fuzzing
  often [TIMES]
           kill servers, visit positions, damage texts and fuzz parsers 10 times as long as the tests do, or TIMES
  soak [--minutes N] [--seed N] [OPTIONS]
           play for an hour on a server that is killed, whose disk fills up, whose date is set, and that is flooded;
           --help shows the options
  faults [--faults N] [--seed N] [OPTIONS]
           play on two servers while they, workers, PostgreSQL and NATS are killed, paused, cut off and parted, 500 times;
           as root servers have networks of their own; --help shows the options
  day [--games N] [--accounts N] [--seed N] [OPTIONS]
           let 200 people live a day in small on two servers behind a proxy, while processes are killed, and compute again what
           came of it; needs PostgreSQL, NATS and nginx; --help shows the options
  bench [--json FILE] [--rounds N] [GAME...]
           measure the games, or those named, beside the best of the field
  bench minimax [--seconds S] [GAME...]
           compare the search with that of the crate minimax, to the same depths
  bench threads [--seconds S] [GAME...]
           compare the search on one thread with the same search on two, to the same depths
  bench load [OPTIONS]
           put the server, alone and shared by two processes, and one of boardgame.io beside it, under the load of 5,000 players;
           --help shows the options
  bench wasm [--rounds N] [GAME...]
           compare the search in WebAssembly with the same search compiled for this machine; needs Node.js
  bench page
           measure the page as somebody with a slow device and a slow line has it; needs Chromium
  pictures
           keep how the page looks now, for the tests that compare it with how it looks later; needs Chromium
  counts [--accept]
           count the instructions of the games' hot paths and compare them with benches/peers/counts.json,
           or write them there; needs valgrind and gungraun-runner
  types    write the page's types, packages/rules/src/types.generated.ts, from the shapes in Rust
  wasm     build the browser's half of the rules into packages/rules and the page
  web      build the page into web/dist
  fuzz [SECONDS]
           fuzz every parser for a number of seconds each (10 by default); needs a nightly toolchain and cargo-fuzz";

/// What a chore returns: nothing, or one line that says what went wrong and what to do.
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
    let Some((chore, rest)) = arguments.split_first() else {
        println!("{USAGE}");
        return Ok(());
    };
    let project = Project::find()?;
    let mut phases = Phases::default();
    let outcome = start(&project, &mut phases, chore, rest);
    print!("{}", phases.table());
    outcome
}

/// Starts a chore with the words that follow it.
fn start(project: &Project, phases: &mut Phases, chore: &str, rest: &[String]) -> Outcome {
    match (chore, rest) {
        ("play", options) => play::play(project, options),
        ("bench", [word, words @ ..]) if word == "load" => scenarios::load(project, words),
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
        ("types", []) => types::write(project),
        ("wasm", []) => wasm::build(project),
        ("web", []) => web::build(project),
        ("crates", []) => crates::rehearse(project, phases, None),
        ("crates", [word, revision]) if word == "--since" => {
            crates::rehearse(project, phases, Some(revision.as_str()))
        }
        ("dist", []) => dist::dist(project, phases),
        ("wheel", []) => python::build(project).map(|file| println!("{}", file.display())),
        ("fuzz", []) => fuzz::fuzz(project, phases, 10),
        ("fuzz", [seconds]) => fuzz::fuzz(project, phases, number(seconds, "seconds")?),
        ("often", []) => often::often(project, phases, 10),
        ("often", [times]) => often::often(project, phases, number(times, "times")?),
        ("soak", words) => scenarios::soak(project, words),
        ("faults", words) => scenarios::faults(project, words),
        ("day", words) => scenarios::day(project, words),
        ("help" | "--help" | "-h", _) => {
            println!("{USAGE}");
            Ok(())
        }
        (
            "check" | "ci" | "counts" | "pictures" | "types" | "wasm" | "web" | "wheel" | "dist" | "fuzz"
            | "often",
            [.., extra],
        ) => Err(format!("\"{extra}\" is one word too many; `cargo xtask help` shows the chores")),
        _ => Err(format!("there is no chore \"{chore}\"; `cargo xtask help` shows the chores")),
    }
}

/// Reads how many of something are asked for.
fn number(word: &str, what: &str) -> Outcome<u32> {
    word.parse().map_err(|_| format!("\"{word}\" is no number of {what}"))
}
