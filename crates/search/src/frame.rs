use entourage_kernel::Intent;

use crate::ordering::Ranked;
use crate::score::INFINITE;

/// Marks a value that rests on no recurrence of a position above its node.
pub(crate) const FREE: usize = usize::MAX;

/// Holds one node of the line under search: what a recursive search would keep in local variables.
pub(crate) struct Frame<P> {
    pub position: P,
    /// The key in the transposition table.
    pub key: u64,
    /// Plies left before exchanges are played out.
    pub depth: usize,
    /// Plies since the last decisive move, if they are being watched.
    pub quiet: u32,
    /// All legal moves; those before `next` have been taken up.
    pub moves: Vec<Ranked>,
    pub next: usize,
    /// The move being searched.
    pub intent: Intent,
    /// Whether that move leaves its side to move.
    pub keeps_turn: bool,
    /// Whether that move is only being tested against `alpha`.
    pub scouting: bool,
    /// The window at the beginning.
    pub floor: i32,
    pub beta: i32,
    /// What a move must exceed to matter.
    pub alpha: i32,
    /// How far below the best a move still matters; 0 everywhere but at the root.
    pub slack: i32,
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
            key: 0,
            depth: 0,
            quiet: 0,
            moves: Vec::new(),
            next: 0,
            intent: Intent::choice_only(0),
            keeps_turn: false,
            scouting: false,
            floor: -INFINITE,
            beta: INFINITE,
            alpha: -INFINITE,
            slack: 0,
            best: -INFINITE,
            best_intent: None,
            line: Vec::new(),
            taint: FREE,
        }
    }

    /// Makes the node ready for another position, keeping its buffers.
    pub fn open(&mut self, position: P, key: u64, depth: usize, quiet: u32, window: (i32, i32)) {
        self.position = position;
        self.key = key;
        self.depth = depth;
        self.quiet = quiet;
        self.moves.clear();
        self.next = 0;
        (self.floor, self.beta) = window;
        self.alpha = self.floor;
        self.slack = 0;
        self.best = -INFINITE;
        self.best_intent = None;
        self.line.clear();
        self.taint = FREE;
    }
}
