mod allows_draw;
mod entering;
mod moves;
mod results;
mod sharing;
mod team;

use std::sync::Arc;

use entourage_kernel::{Board, Evaluate, History, Intent, sorted_indices};

use crate::candidates::{Candidate, Candidates};
use crate::claims::Claims;
use crate::frame::{Frame, Stage};
use crate::history_heuristic::Context;
use crate::ordering::Ordering;
use crate::quiescence::{MAX_QUIESCENCE_PLIES, Quiescence};
use crate::repetitions::Repetitions;
use crate::score::{INFINITE, Score};
use crate::transposition_table::TranspositionTable;
use crate::{Best, Options, Variation};

const MAX_DEPTH: usize = 100;
/// Maximum distance, in plies beyond the search depth, of a win that quiescence can find: one more than it searches.
const QUIESCENCE_REACH: usize = MAX_QUIESCENCE_PLIES + 1;

/// Why [`Search::advance`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The node budget is used up.
    Paused,
    /// A depth has been finished; another call searches the next one.
    Deepened,
    /// The search is over: the result is proven, the maximum depth is reached, or there are no moves.
    Finished,
}

#[derive(Clone, Copy)]
struct NodeValue {
    value: i32,
    /// The first ply whose position recurs at or below the node, or [`NO_REPETITION`](crate::frame::NO_REPETITION).
    repetition_ply: usize,
}

/// A search for the best move of a position, which can be paused at any time.
pub struct Search<R: Evaluate> {
    rules: R,
    options: Options,
    /// The number of quiet plies at which the game is drawn.
    quiet_limit: Option<u32>,
    /// The number of quiet plies played before the root position.
    quiet_plies: u32,
    counts_quiet: bool,
    table: Arc<TranspositionTable>,
    /// The moves that the threads are currently searching; `None` with a single thread.
    claims: Option<Arc<Claims>>,
    ordering: Ordering,
    quiescence: Quiescence,
    repetitions: Repetitions,
    root: R::Position,
    /// The root moves, most promising first: all legal moves, or those that [`choose_from`](Self::choose_from) left.
    moves: Vec<Intent>,
    /// Whether the root moves are restricted, so that the result is not the value of the position.
    restricted: bool,
    /// The nodes of the current line. Only the first `open` frames are in use; between depths, none are.
    frames: Vec<Frame<R::Position>>,
    open: usize,
    /// The principal variation below the node just searched.
    child_pv: Vec<Intent>,
    generated: Vec<Intent>,
    depth: usize,
    deepened: usize,
    /// The aspiration window; after a fail low or high, the failed bound is moved to `widening` beyond the value found.
    window: (i32, i32),
    widening: i32,
    nodes: u64,
    helped: u64,
    helpers: usize,
    best: Option<Best>,
    /// Exact scores at the last finished depth; `next_ranking` collects those at the current depth.
    ranking: Vec<Variation>,
    next_ranking: Vec<Variation>,
    finished: bool,
}

impl<R: Evaluate> Search<R> {
    /// Creates a search for the current position of a game.
    pub fn new(history: &History<R>, options: Options) -> Self {
        Self::with_table(history, options, TranspositionTable::new(options.table_mb))
    }

    /// Replaces the search by a new one with other options. If the size of the table stays the same, its memory is
    /// cleared and reused.
    pub fn reset(&mut self, history: &History<R>, options: Options) {
        let table = Arc::into_inner(std::mem::take(&mut self.table)).unwrap_or_default();
        *self = Self::with_table(history, options, table.resized(options.table_mb));
    }

    fn with_table(history: &History<R>, options: Options, table: TranspositionTable) -> Self {
        let mut search = Self::idle(
            history.rules().clone(),
            Options { slack: options.slack.max(0), variations: options.variations.max(1), ..options },
            Arc::new(table),
            Ordering::new(history.rules()),
            Repetitions::new(history),
            history.position().clone(),
        );
        search.begin(history);
        search
    }

    /// Creates a search without root moves and state, which the caller must set.
    fn idle(
        rules: R,
        options: Options,
        table: Arc<TranspositionTable>,
        ordering: Ordering,
        repetitions: Repetitions,
        root: R::Position,
    ) -> Self {
        Self {
            rules,
            options,
            quiet_limit: None,
            quiet_plies: 0,
            counts_quiet: false,
            table,
            claims: None,
            ordering,
            quiescence: Quiescence::new(options.selective),
            repetitions,
            root,
            moves: Vec::new(),
            restricted: false,
            frames: Vec::new(),
            open: 0,
            child_pv: Vec::new(),
            generated: Vec::new(),
            depth: 0,
            deepened: 0,
            window: (-INFINITE, INFINITE),
            widening: 0,
            nodes: 0,
            helped: 0,
            helpers: 0,
            best: None,
            ranking: Vec::new(),
            next_ranking: Vec::new(),
            finished: false,
        }
    }

    /// Restarts at the current position of a game under the same rules; keeps the transposition and history tables.
    pub fn restart(&mut self, history: &History<R>) {
        self.table.new_search();
        self.ordering.age();
        self.begin(history);
    }

    fn begin(&mut self, history: &History<R>) {
        self.rules = history.rules().clone();
        self.quiet_limit = history.in_force().quiet_limit.map(|limit| limit.saturating_mul(2));
        self.quiet_plies = history.quiet_plies();
        self.quiescence.nodes = 0;
        self.repetitions = Repetitions::new(history);
        self.root = history.position().clone();
        self.open = 0;
        self.depth = 0;
        self.deepened = 0;
        self.nodes = 0;
        self.helped = 0;
        self.ranking.clear();
        self.next_ranking.clear();
        self.moves = self.ordered_moves(history);
        self.restricted = false;
        self.take_first();
    }

    /// Restricts the root moves to a list until the search restarts; does nothing if none of the moves is legal.
    ///
    /// Must be called before the search begins.
    pub fn choose_from(&mut self, intents: &[Intent]) {
        let chosen = |intent: &Intent| intents.contains(intent);
        let count = self.moves.iter().filter(|intent| chosen(intent)).count();
        if count > 0 && count < self.moves.len() {
            self.moves.retain(chosen);
            self.restricted = true;
            self.take_first();
        }
    }

    fn take_first(&mut self) {
        self.finished = self.moves.is_empty();
        self.best = self.moves.first().map(|&intent| Best {
            intent,
            score: Score::new(self.rules.evaluate(&self.root)),
            depth: 0,
            nodes: 0,
            variation: vec![intent],
        });
    }

    fn ordered_moves(&self, history: &History<R>) -> Vec<Intent> {
        let hash_move = self.table.find(self.root.hash()).and_then(|entry| entry.intent);
        let mut candidates = Candidates::default();
        candidates.list(&history.legal_moves());
        self.ordering.rank(&self.rules, &self.root, &mut candidates, 0, 0, Context::default());
        self.ordering.rank_quiets(&self.root, &mut candidates, 0, Context::default());
        let key = |index: usize| {
            let candidate = candidates.get(index);
            (hash_move != Some(candidate.intent), -candidate.rank)
        };
        let order = sorted_indices(candidates.len(), &mut |a, b| key(a).cmp(&key(b)));
        order.into_iter().map(|index| candidates.get(index).intent).collect()
    }

    /// Searches until a depth is finished or about `budget` more nodes have been searched.
    ///
    /// How a search is divided into calls does not affect its result.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let goal = self.own_nodes().saturating_add(budget.max(1));
        while !self.finished {
            if self.open == 0 {
                self.begin_depth();
            }
            self.step();
            if self.open == 0 && self.deepened == self.depth && !self.finished {
                return Progress::Deepened;
            }
            if self.own_nodes() >= goal && !self.finished {
                return Progress::Paused;
            }
        }
        Progress::Finished
    }

    fn own_nodes(&self) -> u64 {
        self.nodes + self.quiescence.nodes
    }

    /// Begins the next depth, or the current one again if its value was outside the window.
    fn begin_depth(&mut self) {
        if self.deepened == self.depth {
            self.depth += 1;
            self.set_aspiration_window();
        }
        // The replies to a pass at the root are searched even at depth 1.
        let reach = self.quiet_plies.saturating_add((self.depth.max(2) + QUIESCENCE_REACH) as u32);
        self.counts_quiet = self.quiet_limit.is_some_and(|limit| reach >= limit);
        if self.options.selective {
            // With extensions, the search reaches deeper.
            let reach = self.quiet_plies.saturating_add(2 * self.depth as u32 + 8);
            self.counts_quiet |= self.quiet_limit.is_some_and(|limit| reach >= limit);
        }
        self.next_ranking.clear();
        self.repetitions.push(self.visit(&self.root));
        match self.frames.first_mut() {
            Some(frame) => frame.position.clone_from(&self.root),
            None => self.frames.push(Frame::new(self.root.clone())),
        }
        self.push_frame(self.window);
        let alerted = self.options.selective && self.rules.alert(&self.root).is_some();
        let frame = &mut self.frames[0];
        frame.ply = 0;
        frame.key = self.root.hash();
        frame.depth = self.depth;
        frame.quiet_plies = self.quiet_plies;
        frame.context = Context::default();
        frame.stage = Stage::Moves;
        frame.alerted = alerted;
        frame.static_eval = (!alerted && self.options.selective).then(|| self.rules.evaluate(&self.root));
        for (index, &intent) in self.moves.iter().enumerate() {
            let gain = self.rules.gain(&self.root, intent);
            frame.moves.push(Candidate::new(intent, -(index as i32), gain));
        }
    }

    /// Opens a node for the position in the next frame; the caller fills in the rest of the frame.
    fn push_frame(&mut self, window: (i32, i32)) {
        self.frames[self.open].open(window);
        self.open += 1;
        if self.open == self.frames.len() {
            self.frames.push(Frame::new(self.root.clone()));
        }
    }

    fn next_position(&self) -> &R::Position {
        &self.frames[self.open].position
    }
}

/// Returns the deepest open node, and the position in the frame after it.
fn last_and_next<P>(frames: &mut [Frame<P>], open: usize) -> (&mut Frame<P>, &mut P) {
    let (open, free) = frames.split_at_mut(open);
    let last = open.len() - 1;
    (&mut open[last], &mut free[0].position)
}
