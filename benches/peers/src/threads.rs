//! How much sooner two threads reach a depth than one.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use entourage_kernel::{Adjudication, Evaluate, History, Presentation};
use entourage_search::{Limits, NoClock, Options, Progress, Search};

use crate::games::{Depths, Visitor, visit};
use crate::mean::mean;
use crate::positions::positions;
use crate::words::Words;

/// The size of the table in mebibytes.
const TABLE_MB: usize = 64;
/// How long one thread may search a position to find out the depth, unless told otherwise.
const SECONDS: f64 = 1.0;
/// The positions looked at between two glances at the time.
const SLICE: u64 = 1024;
/// How often each search is repeated, each time with another memory: what a search remembers decides how soon it reaches a depth.
const ROUNDS: usize = 8;
/// The depth of the search that is remembered, and the positions after which it is given up.
const REMEMBERED_DEPTH: u32 = 4;
const REMEMBERED_NODES: u64 = 20_000;
/// How far apart the legal moves are after which two remembered searches begin.
const STRIDE: usize = 7;
/// The depths that count, up to the deepest.
const DEPTHS: u32 = 4;

/// Reads `[--seconds S] [GAME…]`, and prints how long one thread and two take to the four deepest depths that one finishes within
/// that time, from the middle-game positions of each game. Everything is measured by the mean CPU time of the threads, in turn.
///
/// Every search remembers a short one, of the position after one of the legal moves: after another move in each round, and still
/// another where one thread finds out the depths. Otherwise two threads would be judged by the mean of many searches and one
/// thread by a single one, whose depths are those that it was lucky to finish in time.
///
/// # Errors
/// A word that is not understood, or a position that the rules refuse.
pub fn compare(words: &[&str]) -> Result<(), String> {
    let words = Words::read(words, &["--seconds"])?;
    let time = words.seconds(SECONDS)?;
    println!(
        "Time to the {DEPTHS} deepest depths that one thread finishes within {} s a position; geometric means of {ROUNDS} searches each, which remember different ones; CPU time a thread, tables of {TABLE_MB} MiB.\n",
        time.as_secs_f64()
    );
    println!(
        "| game | depths | one thread, s | two, s | times less (least to most) |\n|---|---|---:|---:|---:|"
    );
    let mut compare = Compare { games: words.games, time, gains: Vec::new(), fault: None };
    visit(&mut compare);
    println!("\nThe geometric mean of the games: {:.2}", mean(&compare.gains));
    compare.fault.map_or(Ok(()), Err)
}

struct Compare<'a> {
    /// The games to compare in.
    games: Vec<&'a str>,
    time: Duration,
    /// The gain in each game.
    gains: Vec<f64>,
    fault: Option<String>,
}

impl Visitor for Compare<'_> {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) {
        if self.games.contains(&game) && self.fault.is_none() {
            match self.row(game, rules) {
                Ok(gain) => self.gains.push(gain),
                Err(fault) => self.fault = Some(fault),
            }
        }
    }
}

impl Compare<'_> {
    /// Prints a game's row, and returns what two threads gain in it.
    fn row<R: Evaluate>(&self, game: &str, rules: R) -> Result<f64, String> {
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
        Ok(mean(&gains))
    }

    /// Returns the deepest depth that one thread finishes in time.
    fn depth_in_time<R: Evaluate>(&self, history: &History<R>) -> u32 {
        let mut search = remembering(history, 1, 0);
        let start = Instant::now();
        while start.elapsed() < self.time && search.advance(SLICE) != Progress::Finished {}
        search.depth().max(1)
    }
}

/// Makes a search that remembers a short one of the position after one of the legal moves, another one in each round.
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

/// Returns how long a search on so many threads takes to each of some depths, on the geometric mean.
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
    // A search with nothing left to find out ends before the last depth.
    times.resize(count, elapsed());
    mean(&times)
}
