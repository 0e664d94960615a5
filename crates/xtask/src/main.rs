//! Runs the build and test chores of Entourage: `cargo xtask play`, `cargo xtask test`, and their parts.

mod bench;
mod check;
mod load;
mod names;
mod play;
mod project;
mod shell;
mod stamp;
mod test;
mod tools;
mod wasm;
mod web;

use std::process::ExitCode;

use project::Project;

const USAGE: &str = "\
Usage: cargo xtask CHORE

  play [--data DIR] [--host ADDR] [--port N] [--no-open]
           build everything needed and serve the page on http://localhost:7878
  test     run every test of the project
  check    format, lint and documentation, as the continuous integration runs them
  bench [--json FILE] [--rounds N] [GAME...]
           measure the games, or those named, beside the best of the field
  bench minimax [--seconds S] [GAME...]
           compare the search with that of the crate minimax, to the same depths
  bench threads [--seconds S] [GAME...]
           compare the search on one thread with the same search on two, to the same depths
  bench load [OPTIONS]
           put the server, and one of boardgame.io beside it, under the load of 5,000 players;
           --help shows the options
  bench wasm [--rounds N] [GAME...]
           compare the search in WebAssembly with the same search compiled for this machine; needs Node.js
  counts [--accept]
           count the instructions of the games' hot paths and compare them with benches/peers/counts.json,
           or write them there; needs valgrind and gungraun-runner
  wasm     build the browser's half of the rules into web/src/generated
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
    match (chore.as_str(), rest) {
        ("play", options) => play::play(&project, options),
        ("bench", [word, words @ ..]) if word == "load" => load::bench(&project, words),
        ("bench", [word, words @ ..]) if word == "wasm" => bench::wasm(&project, words),
        ("bench", words) => bench::bench(&project, words),
        ("counts", []) => bench::counts(&project, false),
        ("counts", [word]) if word == "--accept" => bench::counts(&project, true),
        ("test", []) => test::test(&project),
        ("check", []) => check::check(&project),
        ("wasm", []) => wasm::build(&project),
        ("web", []) => web::build(&project),
        ("fuzz", []) => test::fuzz(&project, 10),
        ("fuzz", [seconds]) => {
            let seconds = seconds.parse().map_err(|_| format!("\"{seconds}\" is no number of seconds"))?;
            test::fuzz(&project, seconds)
        }
        ("help" | "--help" | "-h", _) => {
            println!("{USAGE}");
            Ok(())
        }
        ("test" | "check" | "counts" | "wasm" | "web" | "fuzz", [.., extra]) => {
            Err(format!("\"{extra}\" is one word too many; `cargo xtask help` shows the chores"))
        }
        _ => Err(format!("there is no chore \"{chore}\"; `cargo xtask help` shows the chores")),
    }
}
