mod entering;
mod moves;
mod results;
mod sharing;
mod slips;
mod team;

use std::sync::Arc;

use entourage_kernel::{Board, Evaluate, History, Intent};

use crate::candidates::{Candidate, Candidates};
use crate::claims::Claims;
use crate::cycles::Cycles;
use crate::frame::{Frame, Stage};
use crate::history_heuristic::Context;
use crate::ordering::Ordering;
use crate::quiescence::{LONGEST_EXCHANGE, Quiescence};
use crate::score::{INFINITE, Score};
use crate::transposition_table::TranspositionTable;
use crate::{Best, Options, Variation};

const DEEPEST: usize = 100;
/// How many plies beyond a depth exchanges, and a win that they bring, may reach at most.
const BEYOND: usize = LONGEST_EXCHANGE + 1;

/// Why [`Search::advance`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The budget is used up.
    Paused,
    /// A depth is finished; the next one follows.
    Deepened,
    /// Nothing is left to find out.
    Finished,
}

#[derive(Clone, Copy)]
struct Found {
    value: i32,
    /// The ply above the node on which the value depends, or [`FREE`](crate::frame::FREE).
    taint: usize,
}

/// Searches for the best move of one position of a game, and can be paused anywhere.
pub struct Search<R: Evaluate> {
    rules: R,
    options: Options,
    /// Plies without a decisive move that draw.
    quiet_bound: Option<u32>,
    /// Plies without a decisive move at the root.
    quiet: u32,
    watches_quiet: bool,
    table: Arc<TranspositionTable>,
    /// What the threads of a team tell each other of the moves under search; nothing if there is one thread.
    claims: Option<Arc<Claims>>,
    ordering: Ordering,
    quiescence: Quiescence,
    cycles: Cycles,
    root: R::Position,
    /// The legal moves, or those to choose from, the most promising first.
    moves: Vec<Intent>,
    /// Whether the moves to choose from are not all legal ones: what is found then is no value of the position.
    restricted: bool,
    /// The path under search; only the first `open` frames are in use, none between two depths.
    frames: Vec<Frame<R::Position>>,
    open: usize,
    /// The principal variation below the node just valued.
    tail: Vec<Intent>,
    generated: Vec<Intent>,
    depth: usize,
    deepened: usize,
    /// The aspiration window, and by how much it is widened when the root's value lies outside.
    window: (i32, i32),
    widening: i32,
    nodes: u64,
    helped: u64,
    helpers: usize,
    best: Option<Best>,
    /// Exact scores at the last finished depth, and at the one under way.
    ranking: Vec<Variation>,
    next_ranking: Vec<Variation>,
    finished: bool,
}

impl<R: Evaluate> Search<R> {
    /// Makes a search for the present position of a game.
    pub fn new(history: &History<R>, options: Options) -> Self {
        Self::sharing(history, options, Arc::new(TranspositionTable::new(options.table_mb)))
    }

    fn sharing(history: &History<R>, options: Options, table: Arc<TranspositionTable>) -> Self {
        let mut search = Self {
            rules: history.rules().clone(),
            options: Options { slack: options.slack.max(0), variations: options.variations.max(1), ..options },
            quiet_bound: None,
            quiet: 0,
            watches_quiet: false,
            table,
            claims: None,
            ordering: Ordering::new(history.rules()),
            quiescence: Quiescence::new(options.selective),
            cycles: Cycles::new(history),
            root: history.position().clone(),
            moves: Vec::new(),
            restricted: false,
            frames: Vec::new(),
            open: 0,
            tail: Vec::new(),
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
        };
        search.begin(history);
        search
    }

    /// Begins anew at the present position of a game under the same rules, keeping what orders moves well.
    pub fn restart(&mut self, history: &History<R>) {
        self.table.grow_older();
        self.ordering.fade();
        self.begin(history);
    }

    fn begin(&mut self, history: &History<R>) {
        self.rules = history.rules().clone();
        self.quiet_bound = history.in_force().quiet_limit.map(|limit| limit.saturating_mul(2));
        self.quiet = history.quiet_plies();
        self.quiescence.nodes = 0;
        self.cycles = Cycles::new(history);
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

    /// Chooses among these moves only, until the search begins anew; among all if none of them is legal.
    ///
    /// Nothing may have been searched since it began.
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
        let mut moves: Vec<Candidate> = (0..candidates.len()).map(|index| candidates.get(index)).collect();
        moves.sort_by_key(|candidate| (hash_move != Some(candidate.intent), -candidate.rank));
        moves.into_iter().map(|candidate| candidate.intent).collect()
    }

    /// Searches on until a depth is finished or about `budget` more positions were looked at.
    ///
    /// How a search is cut into calls does not change what it finds.
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

    /// Begins the next depth, or the present one again if its value lay outside the window.
    fn begin_depth(&mut self) {
        if self.deepened == self.depth {
            self.depth += 1;
            self.set_aspiration_window();
        }
        // A pass at the root is answered even at depth 1.
        let reach = self.quiet.saturating_add((self.depth.max(2) + BEYOND) as u32);
        self.watches_quiet = self.quiet_bound.is_some_and(|bound| reach >= bound);
        if self.options.selective {
            // Exchanges and extensions reach further.
            let reach = self.quiet.saturating_add(2 * self.depth as u32 + 8);
            self.watches_quiet |= self.quiet_bound.is_some_and(|bound| reach >= bound);
        }
        self.next_ranking.clear();
        self.cycles.push(self.visit(&self.root));
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
        frame.quiet = self.quiet;
        frame.context = Context::default();
        frame.stage = Stage::Moves;
        frame.alerted = alerted;
        frame.estimate = (!alerted && self.options.selective).then(|| self.rules.evaluate(&self.root));
        for (index, &intent) in self.moves.iter().enumerate() {
            let gain = self.rules.gain(&self.root, intent);
            frame.moves.push(Candidate::new(intent, -(index as i32), gain));
        }
    }

    /// Opens a node for the position that stands in the next frame; the caller describes it further.
    fn push_frame(&mut self, window: (i32, i32)) {
        self.frames[self.open].open(window);
        self.open += 1;
        if self.open == self.frames.len() {
            self.frames.push(Frame::new(self.root.clone()));
        }
    }

    /// Returns the position in the next frame: the one to be entered next.
    fn next_position(&self) -> &R::Position {
        &self.frames[self.open].position
    }
}

/// Returns the last of so many open nodes, and the position of the next frame: where the one to be entered next is written.
fn last_and_next<P>(frames: &mut [Frame<P>], open: usize) -> (&mut Frame<P>, &mut P) {
    let (open, free) = frames.split_at_mut(open);
    let last = open.len() - 1;
    (&mut open[last], &mut free[0].position)
}
