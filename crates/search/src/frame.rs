use entourage_kernel::Intent;

use crate::candidates::{Candidate, Candidates};
use crate::history::Context;
use crate::score::INFINITE;

/// Marks a value that rests on no recurrence of a position above its node.
pub(crate) const FREE: usize = usize::MAX;

/// Says what a node does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Let the other side move twice: whoever can afford that need not look for a move.
    Skip,
    /// List the moves.
    List,
    /// Test whether the remembered move is the only good one.
    Single,
    /// Take up the remembered move.
    First,
    /// Order the other moves, or all.
    Rank,
    /// Take up the moves one by one.
    Moves,
}

/// Says what the child under search is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trial {
    /// Whether doing nothing is good enough.
    Skip,
    /// Whether anything but the remembered move is nearly as good.
    Single,
    /// Whether a move deserves its full depth.
    Reduced,
    /// Whether a move is better than the best so far.
    Scout,
    /// What a move is worth.
    Full,
}

/// Holds a move put off, with the number of moves searched ahead of it.
#[derive(Clone, Copy)]
pub(crate) struct PutOff {
    pub candidate: Candidate,
    pub earlier: usize,
}

/// Holds one node of the line under search: what a recursive search would keep in local variables.
pub(crate) struct Frame<P> {
    pub position: P,
    /// Plies from the root; two nodes share one while a remembered move is tested.
    pub ply: usize,
    /// The key in the transposition table.
    pub key: u64,
    /// Plies left before exchanges are played out.
    pub depth: usize,
    /// Whether that is a ply less than was asked for, since no move was remembered.
    pub unguided: bool,
    /// Plies since the last decisive move, if they are being watched.
    pub quiet: u32,
    pub stage: Stage,
    /// Whether the side to move is warned.
    pub alerted: bool,
    /// What the position seems to be worth by itself, if it was asked.
    pub estimate: Option<i32>,
    /// Whether it seems better than before the side's last move.
    pub improving: bool,
    /// Whether the ply before was skipped.
    pub skipped: bool,
    /// The move remembered from the table.
    pub remembered: Option<Intent>,
    /// The move left out, while another node of this ply tests it.
    pub excluded: Option<Intent>,
    /// What the other moves must reach for the remembered move not to be the only good one.
    pub single_below: i32,
    /// The plies by which the remembered move is searched deeper.
    pub single_extension: usize,
    /// The plies that led here.
    pub context: Context,
    /// All legal moves; those before `next` have been taken up.
    pub moves: Candidates,
    pub next: usize,
    /// The moves that another thread was searching when they were due, taken up last.
    pub put_off: Vec<PutOff>,
    /// The quiet moves searched.
    pub quiets: usize,
    /// The moves searched.
    pub searched: usize,
    /// The move being searched.
    pub candidate: Candidate,
    pub trial: Trial,
    /// The depth to search it to, and the plies less while it is reduced.
    pub child_depth: usize,
    pub reduction: usize,
    /// Whether that move leaves its side to move.
    pub keeps_turn: bool,
    /// The window at the beginning.
    pub floor: i32,
    pub beta: i32,
    /// What a move must exceed to matter.
    pub alpha: i32,
    pub best: i32,
    pub best_intent: Option<Intent>,
    /// The best line from here.
    pub line: Vec<Intent>,
    /// The highest ply (nearest the root) with which a position below recurs, or `FREE`.
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
            unguided: false,
            quiet: 0,
            stage: Stage::List,
            alerted: false,
            estimate: None,
            improving: false,
            skipped: false,
            remembered: None,
            excluded: None,
            single_below: 0,
            single_extension: 0,
            context: Context::default(),
            moves: Candidates::default(),
            next: 0,
            put_off: Vec::new(),
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
            line: Vec::new(),
            taint: FREE,
        }
    }

    /// Makes the node of the position that stands in it ready, keeping its buffers.
    pub fn open(&mut self, window: (i32, i32)) {
        self.unguided = false;
        self.stage = Stage::List;
        self.alerted = false;
        self.estimate = None;
        self.improving = false;
        self.skipped = false;
        self.remembered = None;
        self.excluded = None;
        self.single_extension = 0;
        self.moves.clear();
        self.next = 0;
        self.put_off.clear();
        self.quiets = 0;
        self.searched = 0;
        (self.floor, self.beta) = window;
        self.alpha = self.floor;
        self.best = -INFINITE;
        self.best_intent = None;
        self.line.clear();
        self.taint = FREE;
    }

    /// Counts a move as searched.
    #[inline]
    pub fn count(&mut self, candidate: &Candidate) {
        self.searched += 1;
        self.quiets += usize::from(candidate.gain == 0);
    }

    /// Tells whether the node's exact value is wanted, not only which side of a bound it lies on.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.beta - self.floor > 1
    }
}
