use entourage_kernel::Intent;

use crate::candidates::{Candidate, Candidates};
use crate::history_heuristic::Context;
use crate::score::INFINITE;

/// Marks a value that rests on no recurrence of a position above its node.
pub(crate) const FREE: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Try a null move, which lets the other side move twice: whoever can afford that need not look for a move.
    NullMove,
    List,
    /// Test whether the hash move is singular: the only good one.
    Singular,
    HashMove,
    Rank,
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trial {
    NullMove,
    /// Whether anything but the hash move is nearly as good.
    Singular,
    /// Whether a late move deserves its full depth (late move reductions).
    Reduced,
    /// Whether a move is better than the best so far, by a zero window (principal variation search).
    Scout,
    Full,
}

/// Holds a deferred move, with the number of moves searched ahead of it.
#[derive(Clone, Copy)]
pub(crate) struct Deferred {
    pub candidate: Candidate,
    pub earlier: usize,
}

/// Holds one node of the path under search: what a recursive search would keep in local variables.
pub(crate) struct Frame<P> {
    pub position: P,
    /// Plies from the root; two nodes share one while the hash move is tested for being singular.
    pub ply: usize,
    pub key: u64,
    pub depth: usize,
    /// Whether that is a ply less than was asked for, since there is no hash move (internal iterative reduction).
    pub internally_reduced: bool,
    /// Plies since the last decisive move, if they are being watched.
    pub quiet: u32,
    pub stage: Stage,
    pub alerted: bool,
    /// What the position seems to be worth by itself (its static evaluation), if it was asked.
    pub estimate: Option<i32>,
    /// Whether it seems better than before the side's last move.
    pub improving: bool,
    pub after_null_move: bool,
    pub hash_move: Option<Intent>,
    /// The hash move, left out at the node that tests whether it is singular.
    pub excluded: Option<Intent>,
    /// What the other moves must reach for the hash move not to be singular.
    pub singular_beta: i32,
    /// The plies by which the hash move is searched deeper, since it is singular.
    pub singular_extension: usize,
    pub context: Context,
    /// All legal moves; those before `next` have been taken up.
    pub moves: Candidates,
    pub next: usize,
    /// The moves that another thread was searching when they were due, taken up last.
    pub deferred: Vec<Deferred>,
    pub quiets: usize,
    pub searched: usize,
    pub candidate: Candidate,
    pub trial: Trial,
    /// The depth to search it to, and the plies less while it is reduced.
    pub child_depth: usize,
    pub reduction: usize,
    pub keeps_turn: bool,
    /// The window at the beginning: alpha and beta.
    pub floor: i32,
    pub beta: i32,
    pub alpha: i32,
    pub best: i32,
    pub best_intent: Option<Intent>,
    pub variation: Vec<Intent>,
    /// The highest ply (nearest the root) with which a position below recurs, or `FREE`: its value depends on the path (the
    /// interaction of graph and history).
    pub taint: usize,
}

impl<P> Frame<P> {
    /// Makes a node without moves.
    pub fn new(position: P) -> Self {
        Self {
            position,
            ply: 0,
            key: 0,
            depth: 0,
            internally_reduced: false,
            quiet: 0,
            stage: Stage::List,
            alerted: false,
            estimate: None,
            improving: false,
            after_null_move: false,
            hash_move: None,
            excluded: None,
            singular_beta: 0,
            singular_extension: 0,
            context: Context::default(),
            moves: Candidates::default(),
            next: 0,
            deferred: Vec::new(),
            quiets: 0,
            searched: 0,
            candidate: Candidate::new(Intent::choice_only(0), 0, 0),
            trial: Trial::Full,
            child_depth: 0,
            reduction: 0,
            keeps_turn: false,
            floor: -INFINITE,
            beta: INFINITE,
            alpha: -INFINITE,
            best: -INFINITE,
            best_intent: None,
            variation: Vec::new(),
            taint: FREE,
        }
    }

    /// Makes the node of the position that stands in it ready, keeping its buffers.
    pub fn open(&mut self, window: (i32, i32)) {
        self.internally_reduced = false;
        self.stage = Stage::List;
        self.alerted = false;
        self.estimate = None;
        self.improving = false;
        self.after_null_move = false;
        self.hash_move = None;
        self.excluded = None;
        self.singular_extension = 0;
        self.moves.clear();
        self.next = 0;
        self.deferred.clear();
        self.quiets = 0;
        self.searched = 0;
        (self.floor, self.beta) = window;
        self.alpha = self.floor;
        self.best = -INFINITE;
        self.best_intent = None;
        self.variation.clear();
        self.taint = FREE;
    }

    #[inline]
    pub fn count(&mut self, candidate: &Candidate) {
        self.searched += 1;
        self.quiets += usize::from(candidate.gain == 0);
    }

    /// Returns whether the node's exact value is wanted, not only which side of a bound it lies on: whether it is a node of the
    /// principal variation.
    #[inline]
    pub fn is_principal(&self) -> bool {
        self.beta - self.floor > 1
    }
}
