use entourage_kernel::Intent;

use crate::candidates::{Candidate, Candidates};
use crate::history_heuristic::Context;
use crate::score::INFINITE;

/// The value of `repetition_ply` if a node's value does not depend on a repetition above the node.
pub(crate) const NO_REPETITION: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The null-move search: if the side can afford to pass, the node is cut off without searching its moves.
    NullMove,
    List,
    /// The test of whether the hash move is singular (better than all other moves).
    Singular,
    HashMove,
    Rank,
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trial {
    NullMove,
    /// Tests whether another move is nearly as good as the hash move.
    Singular,
    /// Tests whether a late move deserves its full depth (late move reductions).
    Reduced,
    /// Tests with a zero window whether a move is better than the best so far (principal variation search).
    Scout,
    Full,
}

/// A deferred move, with the number of moves searched before it.
#[derive(Clone, Copy)]
pub(crate) struct Deferred {
    pub candidate: Candidate,
    pub earlier: usize,
}

/// One node of the current line; contains what a recursive search would keep in local variables.
pub(crate) struct Frame<P> {
    pub position: P,
    /// Plies from the root; the node of a singular search has the same ply as the node whose hash move it tests.
    pub ply: usize,
    pub key: u64,
    pub depth: usize,
    /// Whether the depth was reduced by one ply because there was no hash move (internal iterative reduction).
    pub internally_reduced: bool,
    /// Plies since the last capture or other decisive move, if they are counted.
    pub quiet_plies: u32,
    pub stage: Stage,
    pub alerted: bool,
    /// The static evaluation, if it was computed.
    pub static_eval: Option<i32>,
    /// Whether the static evaluation is better than at the side's previous move.
    pub improving: bool,
    pub after_null_move: bool,
    pub hash_move: Option<Intent>,
    /// The move that a singular search excludes, which is the hash move; `None` at other nodes.
    pub excluded: Option<Intent>,
    /// The score that another move must reach for the hash move not to be singular.
    pub singular_beta: i32,
    /// The extension of a singular hash move, in plies.
    pub singular_extension: usize,
    pub context: Context,
    /// All legal moves; those before `next` have been picked.
    pub moves: Candidates,
    pub next: usize,
    /// Moves that were skipped because another thread was searching them; they are searched last.
    pub deferred: Vec<Deferred>,
    pub quiets: usize,
    /// Whether the remaining quiet moves were pruned, except those that give an alert.
    pub quiets_dropped: bool,
    pub searched: usize,
    pub candidate: Candidate,
    pub trial: Trial,
    /// The depth of the child in plies, before `reduction` is subtracted.
    pub child_depth: usize,
    pub reduction: usize,
    pub keeps_turn: bool,
    /// Alpha when the node was opened.
    pub initial_alpha: i32,
    pub beta: i32,
    pub alpha: i32,
    pub best: i32,
    pub best_intent: Option<Intent>,
    pub pv: Vec<Intent>,
    /// The first ply of the line whose position is repeated below the node, which makes the value depend on the line
    /// (graph history interaction); [`NO_REPETITION`] if there is none.
    pub repetition_ply: usize,
}

impl<P> Frame<P> {
    pub fn new(position: P) -> Self {
        Self {
            position,
            ply: 0,
            key: 0,
            depth: 0,
            internally_reduced: false,
            quiet_plies: 0,
            stage: Stage::List,
            alerted: false,
            static_eval: None,
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
            quiets_dropped: false,
            searched: 0,
            candidate: Candidate::new(Intent::choice_only(0), 0, 0),
            trial: Trial::Full,
            child_depth: 0,
            reduction: 0,
            keeps_turn: false,
            initial_alpha: -INFINITE,
            beta: INFINITE,
            alpha: -INFINITE,
            best: -INFINITE,
            best_intent: None,
            pv: Vec::new(),
            repetition_ply: NO_REPETITION,
        }
    }

    /// Resets the frame for a new node, whose position it already contains; keeps the buffers.
    pub fn open(&mut self, window: (i32, i32)) {
        self.internally_reduced = false;
        self.stage = Stage::List;
        self.alerted = false;
        self.static_eval = None;
        self.improving = false;
        self.after_null_move = false;
        self.hash_move = None;
        self.excluded = None;
        self.singular_extension = 0;
        self.moves.clear();
        self.next = 0;
        self.deferred.clear();
        self.quiets = 0;
        self.quiets_dropped = false;
        self.searched = 0;
        (self.initial_alpha, self.beta) = window;
        self.alpha = self.initial_alpha;
        self.best = -INFINITE;
        self.best_intent = None;
        self.pv.clear();
        self.repetition_ply = NO_REPETITION;
    }

    #[inline]
    pub fn count(&mut self, candidate: &Candidate) {
        self.searched += 1;
        self.quiets += usize::from(candidate.gain == 0);
    }

    /// Returns whether this is a PV node, whose exact value is needed.
    #[inline]
    pub fn is_pv(&self) -> bool {
        self.beta - self.initial_alpha > 1
    }
}
