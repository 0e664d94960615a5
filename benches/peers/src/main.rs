//! The program that `cargo xtask bench` runs.

use std::process::ExitCode;

const USAGE: &str = "\
Usage: peers [--rounds N] [GAME...]                 run the benchmarks
       peers threads [--seconds S] [GAME...]        compare the search on one and two threads at equal depths
       peers wasm FOLDER [--rounds N] [GAME...]     compare WebAssembly (the modules in FOLDER) with native code";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        ["threads", ref words @ ..] => peers::threads::compare(words),
        ["wasm", ref words @ ..] => peers::wasm::compare(words),
        _ => peers::run(&words),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("peers: {problem}");
            ExitCode::from(2)
        }
    }
}
