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

/// A search of the crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Iterative deepening with alpha-beta.
    AlphaBeta,
    /// Monte Carlo tree search on one thread.
    MonteCarlo,
}

/// The limits of a search, at least one of which is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Plies; alpha-beta only.
    pub depth: Option<u8>,
    pub time: Option<Duration>,
    /// Monte Carlo only, without a time.
    pub rollouts: Option<u32>,
}

/// The result of a search.
pub struct Thought {
    /// The move; `None` if the game is over.
    pub best: Option<Intent>,
    /// The plies completed, or by Monte Carlo those of the best line.
    pub depth: u32,
    /// The evaluation by alpha-beta.
    pub value: Option<i16>,
    /// The expected line, as far as the crate reports it.
    pub line: Vec<Intent>,
    /// The nodes visited.
    pub positions: u64,
}

/// Plays one game's positions by one of the crate's searches.
pub struct Opponent<R: Evaluate> {
    contest: &'static Contest<R>,
    search: Search<R>,
}

enum Search<R: Evaluate> {
    AlphaBeta(Box<IterativeSearch<Estimate<R>>>),
    MonteCarlo(Box<MonteCarloTreeSearch<Adapter<R>>>),
}

/// The deepest search of the crate.
const DEEPEST: u8 = 99;
/// The depth of the quiescence search, as in our own search.
const EXCHANGE: u8 = 16;

/// The depth reduction after a null move.
const SKIPPED: u8 = 3;
/// The aspiration window, in hundredths.
const AIM: i16 = 50;

/// Returns the strongest options of the crate's alpha-beta, as matches have shown.
///
/// The extension of nodes with one ply makes waiting free, and nothing else ([`Adapter`]).
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
    /// Makes an opponent with an empty table, whose size is in mebibytes.
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

    /// Searches the current position of a game.
    pub fn think(&mut self, history: &History<R>, bounds: Bounds) -> Thought {
        if history.status().outcome().is_some() {
            // The crate does not know endings by the game's past.
            return Thought { best: None, depth: 0, value: None, line: Vec::new(), positions: 0 };
        }
        let state = State::begin(self.contest, history);
        let (best, depth, value, line) = match &mut self.search {
            Search::AlphaBeta(search) => {
                let (depth, time) = (bounds.depth.unwrap_or(DEEPEST), bounds.time.unwrap_or_default());
                search.set_depth_or_timeout(depth.min(DEEPEST), time);
                let mut best = search.choose_move(&state);
                if best.is_none() {
                    // Not even the first depth was completed in time.
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

/// Returns the last depth completed, which only the crate's summary contains; otherwise 0.
fn finished_depth(summary: &str) -> u32 {
    let number = summary.split(" to depth ").nth(1).and_then(|rest| rest.split('.').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
