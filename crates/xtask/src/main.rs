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

const USAGE: &str = "\
Usage: cargo xtask TASK

  play [--data DIR] [--games DIR] [--host ADDR] [--port N] [--no-open]
           build everything and serve the website on http://localhost:7878
  test     run all tests except those of the nightly tier
  test NAME [WORD...]
           run the tests of a crate, by folder or package name, filtered by test name;
           or one browser test file; or all tests of `page`, `browser` or `python` (the wheel)
  dist     create target/dist: an archive for this platform, the Python wheel, licences and checksums
  crates [--since REVISION]
           package the published crates and build each package, as publishing does; with --since,
           also check API compatibility with a revision (needs cargo-semver-checks)
  wheel    build the Python wheel into target/wheels; needs maturin
  check    check format, lints and documentation
  ci       run check, test, and the nightly groups whose files have changed
  nightly [GROUP...]
           run the long tests: all groups, or those named; --touched lists the groups whose files have changed
  soak [--minutes N] [--seed N] [OPTIONS]
           play for an hour on a server while it is killed, its disk fills up, its clock jumps and it is flooded
           with requests; --help shows the options
  faults [--faults N] [--seed N] [OPTIONS]
           play on two servers while servers, workers, PostgreSQL and NATS are killed, paused and disconnected,
           500 times; network partitions need root; --help shows the options
  day [--games N] [--accounts N] [--seed N] [OPTIONS]
           simulate a day of 200 users on two servers behind a proxy while processes are killed, and recompute the
           results; needs PostgreSQL, NATS and nginx; --help shows the options
  bench [--json FILE] [--rounds N] [GAME...]
           benchmark all games, or those named, against other engines and libraries
  bench threads [--seconds S] [GAME...]
           compare the search on one and two threads at equal depths
  bench load [OPTIONS]
           load-test the server, as one and as two processes, with 5,000 players; --help shows the options
  bench wasm [--rounds N] [GAME...]
           compare the search in WebAssembly with native code; needs Node.js
  bench page
           measure the web client on a simulated slow device and network; needs Chromium
  pictures
           record reference screenshots for the visual tests; needs Chromium
  counts [--accept]
           count the instructions of hot code paths and compare them with benches/peers/counts.json;
           --accept writes the new counts there; needs valgrind and gungraun-runner
  style [PATH...]
           list the phrases from crates/xtask/style/words.tsv in the files below the paths, or in all files
  types    generate the web client's TypeScript types, packages/rules/src/types.generated.ts
  wasm     build the WebAssembly modules of packages/rules and the web client
  web      build the web client into web/dist
  fuzz [SECONDS]
           fuzz every parser for this many seconds each (default: 10); needs a nightly toolchain and cargo-fuzz";

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
        println!("{USAGE}");
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
            println!("{USAGE}");
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
