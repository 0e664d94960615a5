use std::marker::PhantomData;
use std::time::Duration;

use ::minimax::{IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy};
use entourage_kernel::{Evaluate, History, Intent};

use super::adapter::Adapter;
use super::contest::Contest;
use super::estimate::Estimate;
use super::ply::Ply;
use super::rollout::Estimating;
use super::state::State;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    AlphaBeta,
    MonteCarlo,
}

/// Limits of a search, at least one of which is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Depth limit in plies; alpha-beta only.
    pub depth: Option<u8>,
    pub time: Option<Duration>,
    /// Number of rollouts; Monte Carlo only, and not together with a time limit.
    pub rollouts: Option<u32>,
}

pub struct Thought {
    /// The best move; `None` if the game is over.
    pub best: Option<Intent>,
    /// Completed depth in plies; for Monte Carlo, the length of the best line.
    pub depth: u32,
    /// Score of the position; alpha-beta only.
    pub value: Option<i16>,
    /// The principal variation that `minimax` reports.
    pub line: Vec<Intent>,
    pub positions: u64,
}

pub struct Opponent<R: Evaluate> {
    contest: &'static Contest<R>,
    search: Search<R>,
}

enum Search<R: Evaluate> {
    AlphaBeta(Box<IterativeSearch<Estimate<R>>>),
    MonteCarlo(Box<MonteCarloTreeSearch<Adapter<R>>>),
}

const DEEPEST: u8 = 99;
/// Depth of the quiescence search, as in Entourage's search.
const EXCHANGE: u8 = 16;

const SKIPPED: u8 = 3;
/// Size of the aspiration window in centipawns.
const AIM: i16 = 50;

/// Returns the options for alpha-beta that won the most matches.
///
/// `minimax` searches one ply deeper where only one ply is listed; [`Adapter`] lists only one ply for waiting sides.
fn strongest(table_mb: usize) -> IterativeOptions {
    IterativeOptions::new()
        .with_table_byte_size(table_mb << 20)
        .with_singular_extension()
        .with_quiescence_search_depth(EXCHANGE)
        .with_null_move_depth(SKIPPED)
        .with_countermoves()
        .with_countermove_history()
        .with_aspiration_window(AIM)
}

impl<R: Evaluate> Opponent<R> {
    /// Creates an opponent with an empty table of `table_mb` MiB.
    pub fn new(contest: &'static Contest<R>, method: Method, table_mb: usize) -> Self {
        Self::with_options(contest, method, strongest(table_mb))
    }

    pub fn with_options(contest: &'static Contest<R>, method: Method, options: IterativeOptions) -> Self {
        let search = match method {
            Method::AlphaBeta => Search::AlphaBeta(Box::new(IterativeSearch::new(Estimate::new(), options))),
            Method::MonteCarlo => {
                let options = MCTSOptions::default().with_num_threads(1);
                let policy = Box::new(Estimating(PhantomData));
                Search::MonteCarlo(Box::new(MonteCarloTreeSearch::new_with_policy(options, policy)))
            }
        };
        Self { contest, search }
    }

    pub fn think(&mut self, history: &History<R>, bounds: Bounds) -> Thought {
        if history.status().outcome().is_some() {
            // `minimax` does not handle endings that depend on the history.
            return Thought { best: None, depth: 0, value: None, line: Vec::new(), positions: 0 };
        }
        let state = State::begin(self.contest, history);
        let (best, depth, value, line) = match &mut self.search {
            Search::AlphaBeta(search) => {
                let (depth, time) = (bounds.depth.unwrap_or(DEEPEST), bounds.time.unwrap_or_default());
                search.set_depth_or_timeout(depth.min(DEEPEST), time);
                let mut best = search.choose_move(&state);
                if best.is_none() {
                    // No depth was completed within the time limit.
                    search.set_max_depth(1);
                    best = search.choose_move(&state);
                }
                let depth = finished_depth(&search.stats(&mut state.clone()));
                (best, depth, Some(search.root_value()), search.principal_variation())
            }
            Search::MonteCarlo(search) => {
                match bounds.time {
                    Some(time) => search.set_timeout(time),
                    None => search.set_max_rollouts(bounds.rollouts.unwrap_or(1)),
                }
                let best = search.choose_move(&state);
                let line = search.principal_variation();
                (best, line.len() as u32, None, line)
            }
        };
        let line = line.into_iter().filter(|ply| !ply.is_special()).map(Ply::intent).collect();
        Thought { best: best.map(Ply::intent), depth, value, line, positions: self.contest.positions() }
    }
}

/// Parses the completed depth from `minimax`'s summary; returns 0 if the summary has none.
fn finished_depth(summary: &str) -> u32 {
    let number = summary.split(" to depth ").nth(1).and_then(|rest| rest.split('.').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
