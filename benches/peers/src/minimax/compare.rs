use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use entourage_kernel::{Adjudication, Evaluate, History, Presentation};
use entourage_search::{Limits, NoClock, Options, Search};

use super::contest::Contest;
use super::opponent::{Bounds, Method, Opponent};
use crate::Outcome;
use crate::games::{Depths, Visitor, visit};
use crate::measure::mean;
use crate::positions::positions;
use crate::words::Words;

const TABLE_MB: usize = 16;
const SECONDS: f64 = 2.0;

/// Parses `[--seconds S] [GAME…]`. For each game, prints nodes per second, and how long alpha-beta takes in Entourage
/// and in `minimax` to reach equal depths from middle-game positions, in CPU time on one thread, with an empty table.
pub fn compare(words: &[&str]) -> Outcome {
    let words = Words::read(words, &["--seconds"])?;
    let time = words.seconds(SECONDS)?;
    println!(
        "Time to the deepest depth that minimax completes within {} s per position; geometric means, CPU time, tables of {TABLE_MB} MiB.\n",
        time.as_secs_f64()
    );
    println!(
        "| game | depths | minimax, s | Entourage, s | speed-up (min to max) | minimax, positions/s | Entourage, positions/s | MCTS, positions/s |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    visit(&words.games, &mut Compare(time))
}

struct Compare(Duration);

#[derive(Clone, Copy)]
struct Effort {
    depth: u32,
    seconds: f64,
    positions: u64,
}

impl Visitor for Compare {
    fn visit<R: Evaluate + Presentation>(&mut self, game: &'static str, rules: R, _: Depths) -> Outcome {
        let contest = Contest::open(rules.clone());
        let (mut theirs, mut ours, mut rollouts) = (Vec::new(), Vec::new(), Vec::new());
        for text in positions(game) {
            let position = rules.read_position(text).map_err(|error| format!("{game}: {text}: {error}"))?;
            let history = History::new(rules.clone(), Adjudication::NONE, position);
            let deepest = alpha_beta(contest, &history, self.0);
            ours.push(own(&history, deepest.depth));
            theirs.push(deepest);
            rollouts.push(monte_carlo(contest, &history, self.0));
        }
        let depths = || theirs.iter().map(|effort| effort.depth);
        let ratios: Vec<f64> = theirs.iter().zip(&ours).map(|(a, b)| a.seconds / b.seconds).collect();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let seconds = |efforts: &[Effort]| {
            let seconds: Vec<f64> = efforts.iter().map(|effort| effort.seconds).collect();
            mean(&seconds)
        };
        println!(
            "| {game} | {} to {} | {:.3} | {:.3} | {:.1} ({least:.1} to {most:.1}) | {:.0} | {:.0} | {:.0} |",
            depths().min().unwrap_or(0),
            depths().max().unwrap_or(0),
            seconds(&theirs),
            seconds(&ours),
            mean(&ratios),
            speed(&theirs),
            speed(&ours),
            speed(&rollouts),
        );
        Ok(())
    }
}

/// Searches with `minimax` to increasing depths, each time with an empty table; returns the last completed search.
fn alpha_beta<R: Evaluate>(contest: &'static Contest<R>, history: &History<R>, time: Duration) -> Effort {
    let mut last = Effort { depth: 0, seconds: 0.0, positions: 0 };
    for depth in 1..=u8::MAX {
        let mut opponent = Opponent::new(contest, Method::AlphaBeta, TABLE_MB);
        let start = ThreadTime::now();
        let bounds = Bounds { depth: Some(depth), time: (depth > 1).then_some(time), rollouts: None };
        let thought = opponent.think(history, bounds);
        let seconds = start.elapsed().as_secs_f64();
        // The depth does not increase if the search was stopped or has found the end of the game.
        if thought.depth <= last.depth {
            break;
        }
        last = Effort { depth: thought.depth, seconds, positions: thought.positions };
    }
    last
}

fn own<R: Evaluate>(history: &History<R>, depth: u32) -> Effort {
    let mut search = Search::new(history, Options { table_mb: TABLE_MB, ..Options::default() });
    let start = ThreadTime::now();
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    search.run(limits, &NoClock, &AtomicBool::new(false), &mut |_| {});
    Effort { depth, seconds: start.elapsed().as_secs_f64(), positions: search.nodes() }
}

/// Runs a Monte Carlo tree search, for which `minimax` starts a separate thread.
fn monte_carlo<R: Evaluate>(contest: &'static Contest<R>, history: &History<R>, time: Duration) -> Effort {
    let mut opponent = Opponent::new(contest, Method::MonteCarlo, TABLE_MB);
    let start = ProcessTime::now();
    let thought = opponent.think(history, Bounds { time: Some(time / 4), ..Bounds::default() });
    Effort { depth: thought.depth, seconds: start.elapsed().as_secs_f64(), positions: thought.positions }
}

fn speed(efforts: &[Effort]) -> f64 {
    let positions: u64 = efforts.iter().map(|effort| effort.positions).sum();
    positions as f64 / efforts.iter().map(|effort| effort.seconds).sum::<f64>()
}
