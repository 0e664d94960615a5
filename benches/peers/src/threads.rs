//! Compares how long searches with two threads and with one thread need to reach the same depth.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use entourage_kernel::{Adjudication, Evaluate, History, Presentation};
use entourage_search::{Limits, NoClock, Options, Progress, Search};

use crate::Outcome;
use crate::games::{Depths, Visitor, visit};
use crate::measure::mean;
use crate::positions::positions;
use crate::words::Words;

const TABLE_MB: usize = 64;
/// Default time of the single-threaded search that determines the depths.
const SECONDS: f64 = 1.0;
const SLICE: u64 = 1024;
/// Number of repetitions with different initial transposition tables, whose content affects the time to depth.
const ROUNDS: usize = 8;
/// Depth limit of the search that fills the table.
const REMEMBERED_DEPTH: u32 = 4;
const REMEMBERED_NODES: u64 = 20_000;
/// In round `n`, the table is filled by a search after legal move `n * STRIDE` (modulo the number of moves).
const STRIDE: usize = 7;
/// Number of depths to measure: the deepest ones that one thread completes within the time limit.
const DEPTHS: u32 = 4;

/// Parses `[--seconds S] [GAME…]`, and prints how long one and two threads need for the four deepest depths that one thread completes within
/// the limit, from middle-game positions of each game. Times are mean CPU times per thread, measured alternately.
///
/// Each search starts with a table filled by a short search after a legal move. The move differs in each round and in
/// the search that determines the depths; otherwise, the single-threaded measurement would simply repeat that search.
pub fn compare(words: &[&str]) -> Outcome {
    let words = Words::read(words, &["--seconds"])?;
    let time = words.seconds(SECONDS)?;
    println!(
        "Time to the {DEPTHS} deepest depths that one thread completes within {} s per position; geometric means of {ROUNDS} searches, each starting with a different table; CPU time per thread, tables of {TABLE_MB} MiB.\n",
        time.as_secs_f64()
    );
    println!(
        "| game | depths | one thread, s | two threads, s | speed-up (min to max) |\n|---|---|---:|---:|---:|"
    );
    let mut compare = Compare { time, gains: Vec::new() };
    let outcome = visit(&words.games, &mut compare);
    println!("\nGeometric mean over all games: {:.2}", mean(&compare.gains));
    outcome
}

struct Compare {
    time: Duration,
    gains: Vec<f64>,
}

impl Visitor for Compare {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) -> Outcome {
        let (mut depths, mut ones, mut twos, mut gains) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for text in positions(game) {
            let position = rules.read_position(text).map_err(|error| format!("{game}: {text}: {error}"))?;
            let history = History::new(rules.clone(), Adjudication::NONE, position);
            let depth = self.depth_in_time(&history);
            let last = depth.saturating_sub(DEPTHS - 1).max(1)..=depth;
            let rounds = (1..=ROUNDS).map(|round| {
                let seconds = |threads| seconds(remembering(&history, threads, round), threads, last.clone());
                (seconds(1), seconds(2))
            });
            let (one, two): (Vec<f64>, Vec<f64>) = rounds.unzip();
            depths.push(depth);
            let (one, two) = (mean(&one), mean(&two));
            ones.push(one);
            twos.push(two);
            gains.push(one / two);
        }
        println!(
            "| {game} | {} to {} | {:.2} | {:.2} | {:.2} ({:.2} to {:.2}) |",
            depths.iter().min().unwrap_or(&0),
            depths.iter().max().unwrap_or(&0),
            mean(&ones),
            mean(&twos),
            mean(&gains),
            gains.iter().copied().fold(f64::INFINITY, f64::min),
            gains.iter().copied().fold(0.0, f64::max),
        );
        self.gains.push(mean(&gains));
        Ok(())
    }
}

impl Compare {
    /// Returns the deepest depth that one thread completes within the time limit.
    fn depth_in_time<R: Evaluate>(&self, history: &History<R>) -> u32 {
        let mut search = remembering(history, 1, 0);
        let start = Instant::now();
        while start.elapsed() < self.time && search.advance(SLICE) != Progress::Finished {}
        search.depth().max(1)
    }
}

/// Returns a search whose table has been filled by a short search after a legal move; `round` determines the move.
fn remembering<R: Evaluate>(history: &History<R>, threads: usize, round: usize) -> Search<R> {
    let options = Options { table_mb: TABLE_MB, threads, ..Options::default() };
    let moves = history.legal_moves();
    let mut other = history.clone();
    let is_legal = !moves.is_empty() && other.play(moves[round * STRIDE % moves.len()]).is_ok();
    let mut search = Search::new(if is_legal { &other } else { history }, options);
    while search.depth() < REMEMBERED_DEPTH
        && search.nodes() < REMEMBERED_NODES
        && search.advance(SLICE) != Progress::Finished
    {}
    search.restart(history);
    search
}

fn seconds<R: Evaluate>(mut search: Search<R>, threads: usize, depths: RangeInclusive<u32>) -> f64 {
    let count = depths.clone().count();
    let mut times = Vec::with_capacity(count);
    let start = ProcessTime::now();
    let elapsed = || start.elapsed().as_secs_f64() / threads as f64;
    let limits = Limits { depth: Some(*depths.end()), ..Limits::NONE };
    search.run(limits, &NoClock, &AtomicBool::new(false), &mut |search| {
        let finished = depths.clone().take_while(|&depth| depth <= search.depth()).count();
        times.resize(finished, elapsed());
    });
    // The search ends early if the result of the game is proved.
    times.resize(count, elapsed());
    mean(&times)
}
