use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use cpu_time::ThreadTime;
use entourage_kernel::Enforcement;
use entourage_registry::{Registry, SearchSettings};
use serde::{Deserialize, Serialize};

use crate::Outcome;
use crate::positions::positions;
use crate::words::Words;

/// Nodes per middle-game position; `SLICE` is the number of nodes per call.
const NODES: u64 = 200_000;
const SLICE: u64 = 20_000;
const ROUNDS: u32 = 3;
/// Table size in MiB, as in the web client.
const TABLE_MB: usize = 16;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/wasm.mjs");

#[derive(Serialize)]
struct Task<'a> {
    module: String,
    binary: String,
    game: &'a str,
    positions: Vec<&'a str>,
    nodes: u64,
    slice: u64,
}

#[derive(Deserialize, Debug)]
struct Searched {
    nodes: u64,
    depth: u32,
    best: Option<String>,
    seconds: f64,
}

/// Parses `FOLDER [--rounds N] [GAME…]`, where FOLDER contains the WebAssembly modules, and prints for each game the nodes per second of CPU
/// time in Node.js and in native code, measured on middle-game positions.
///
/// Fails unless the two searches agree in node count, depth and best move. For each position, the fastest round counts.
pub fn compare(words: &[&str]) -> Outcome {
    let [folder, words @ ..] = words else { return Err("FOLDER is missing; see `peers help`".into()) };
    let words = Words::read(words, &["--rounds"])?;
    let rounds = words.rounds(ROUNDS)?;
    println!("| game | WebAssembly, positions/s | native, positions/s | ratio |\n|---|---:|---:|---:|");
    for game in words.games {
        let (browser, native) = rates(Path::new(folder), game, rounds)?;
        println!("| {game} | {:.2} M | {:.2} M | {:.2} |", browser / 1e6, native / 1e6, browser / native);
    }
    Ok(())
}

fn rates(folder: &Path, game: &str, rounds: u32) -> Outcome<(f64, f64)> {
    let file = |name| folder.join(name).display().to_string();
    let positions: Vec<&str> = positions(game).collect();
    let task = Task {
        module: file("entourage_wasm.js"),
        binary: file("entourage_wasm_bg.wasm"),
        game,
        positions,
        nodes: NODES,
        slice: SLICE,
    };
    let mut best = vec![(f64::MAX, f64::MAX); task.positions.len()];
    let mut nodes = 0;
    for _ in 0..rounds {
        let browser = in_node(&task)?;
        if browser.len() != best.len() {
            return Err("Node.js did not search every position".into());
        }
        nodes = browser.iter().map(|searched| searched.nodes).sum();
        for ((position, browser), best) in task.positions.iter().zip(browser).zip(&mut best) {
            let native = here(game, position)?;
            if (native.nodes, native.depth, &native.best) != (browser.nodes, browser.depth, &browser.best) {
                return Err(format!("{game} {position}: {native:?} in native code, {browser:?} in Node.js"));
            }
            *best = (best.0.min(browser.seconds), best.1.min(native.seconds));
        }
    }
    let rate = |seconds: f64| nodes as f64 / seconds;
    Ok((rate(best.iter().map(|best| best.0).sum()), rate(best.iter().map(|best| best.1).sum())))
}

fn here(game: &str, position: &str) -> Outcome<Searched> {
    let begun = Registry::built_in().begin(game, Some(position), Enforcement::Enforced);
    let begun = begun.map_err(|error| error.to_string())?;
    let mut search = begun.search(SearchSettings { table_mb: TABLE_MB, ..SearchSettings::default() });
    let clock = ThreadTime::now();
    loop {
        let thought = search.advance(SLICE);
        if thought.done || thought.nodes >= NODES {
            let seconds = clock.elapsed().as_secs_f64();
            return Ok(Searched { nodes: thought.nodes, depth: thought.depth, best: thought.best, seconds });
        }
    }
}

fn in_node(task: &Task) -> Outcome<Vec<Searched>> {
    let text = serde_json::to_string(task).map_err(|error| error.to_string())?;
    let mut node = Command::new("node");
    node.arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().map_err(|error| format!("cannot start Node.js: {error}"))?;
    if let Some(mut input) = node.stdin.take() {
        input.write_all(text.as_bytes()).map_err(|error| format!("cannot write to Node.js: {error}"))?;
    }
    let output = node.wait_with_output().map_err(|error| format!("cannot wait for Node.js: {error}"))?;
    if !output.status.success() {
        return Err(format!("Node.js failed ({})", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("invalid output from Node.js: {error}"))
}
