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

/// Names a search of the crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Iterative deepening with alpha-beta.
    AlphaBeta,
    /// Monte Carlo tree search on one thread.
    MonteCarlo,
}

/// Bounds a search; at least one bound is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The plies to look ahead; heeded by alpha-beta only.
    pub depth: Option<u8>,
    /// The time to think.
    pub time: Option<Duration>,
    /// The rollouts to make; heeded by Monte Carlo only, and only where no time is given.
    pub rollouts: Option<u32>,
}

/// Tells what a search found.
pub struct Thought {
    /// The move; `None` if the game is over.
    pub best: Option<Intent>,
    /// The plies looked ahead in full, or by Monte Carlo along the best line.
    pub depth: u32,
    /// What alpha-beta takes the position to be worth.
    pub value: Option<i16>,
    /// The expected line, as far as the crate tells it.
    pub line: Vec<Intent>,
    /// The positions looked at.
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

/// The deepest search that the crate makes.
const DEEPEST: u8 = 99;
/// The longest exchange played out at a leaf, as in our own search.
const EXCHANGE: u8 = 16;

/// How much less deep the crate looks after a skipped ply.
const SKIPPED: u8 = 3;
/// How far around the last value it looks first, in hundredths.
const AIM: i16 = 50;

/// Returns what makes the crate's alpha-beta strongest, as matches between its options have shown.
///
/// Extending the nodes of one ply makes waiting free of cost, and nothing else ([`Adapter`]).
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
    /// Makes an opponent that remembers nothing; the table's size is in mebibytes.
    pub fn new(contest: &'static Contest<R>, method: Method, table_mb: usize) -> Self {
        Self::with_options(contest, method, strongest(table_mb))
    }

    /// Makes an opponent whose alpha-beta has other options.
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

    /// Thinks about the present position of a game.
    pub fn think(&mut self, history: &History<R>, bounds: Bounds) -> Thought {
        if history.status().outcome().is_some() {
            // The crate would go on where only the game's past has ended it.
            return Thought { best: None, depth: 0, value: None, line: Vec::new(), positions: 0 };
        }
        let state = State::begin(self.contest, history);
        let (best, depth, value, line) = match &mut self.search {
            Search::AlphaBeta(search) => {
                let (depth, time) = (bounds.depth.unwrap_or(DEEPEST), bounds.time.unwrap_or_default());
                search.set_depth_or_timeout(depth.min(DEEPEST), time);
                let mut best = search.choose_move(&state);
                if best.is_none() {
                    // Not even the first depth was finished in time.
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

/// Reads the last depth finished from the crate's summary, which alone tells it; 0 if it does not.
fn finished_depth(summary: &str) -> u32 {
    let number = summary.split(" to depth ").nth(1).and_then(|rest| rest.split('.').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
