use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use entourage_kernel::{Evaluate, History, mix};

/// Maximum number of stored past positions that one more repetition would make a draw.
const MOST_WORN: usize = 64;
/// Quiet plies are counted only if the draw by the quiet-move limit is at most this many plies away.
const WATCHED: u32 = 64;

/// Shared data of all states in a search: the rules and the game's history.
///
/// The methods of `minimax`'s game trait have no `self`, so every state refers to a contest. A contest is created once
/// for each game with its options, and never freed. It changes only between searches, in [`begin`](Self::begin).
pub struct Contest<R> {
    pub rules: R,
    worn: [AtomicU64; MOST_WORN],
    worn_count: AtomicUsize,
    /// Number of quiet plies at which the game is a draw; `u32::MAX` if quiet plies are not counted.
    quiet_bound: AtomicU32,
    positions: AtomicU64,
}

impl<R: Evaluate> Contest<R> {
    /// Creates a contest that is never freed.
    pub fn open(rules: R) -> &'static Self {
        Box::leak(Box::new(Self {
            rules,
            worn: [const { AtomicU64::new(0) }; MOST_WORN],
            worn_count: AtomicUsize::new(0),
            quiet_bound: AtomicU32::new(u32::MAX),
            positions: AtomicU64::new(0),
        }))
    }

    /// Stores the game's history before a search of the current position.
    pub fn begin(&self, history: &History<R>) {
        let mut count = 0;
        if let Some(limit) = history.in_force().repetition {
            let mut keys: Vec<u64> = history.past().recent_keys().collect();
            keys.sort_unstable();
            for run in keys.chunk_by(|a, b| a == b).filter(|run| run.len() + 1 >= limit as usize) {
                if let Some(slot) = self.worn.get(count) {
                    slot.store(run[0], Relaxed);
                    count += 1;
                }
            }
        }
        self.worn_count.store(count, Relaxed);
        let bound = history.in_force().quiet_limit.map(|limit| limit.saturating_mul(2));
        let watched = bound.filter(|&bound| history.quiet_plies() + WATCHED >= bound);
        self.quiet_bound.store(watched.unwrap_or(u32::MAX), Relaxed);
        self.positions.store(0, Relaxed);
    }

    #[inline]
    pub fn quiet_bound(&self) -> Option<u32> {
        Some(self.quiet_bound.load(Relaxed)).filter(|&bound| bound != u32::MAX)
    }

    #[inline]
    pub fn is_worn(&self, position: &R::Position) -> bool {
        let count = self.worn_count.load(Relaxed);
        count > 0
            && self
                .rules
                .repetition_key(position)
                .is_some_and(|key| self.worn[..count].iter().any(|worn| worn.load(Relaxed) == key))
    }

    /// Counts a node. The increment is not atomic, because the search is single-threaded.
    #[inline]
    pub fn count(&self) {
        self.positions.store(self.positions.load(Relaxed) + 1, Relaxed);
    }

    pub fn positions(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    /// Returns a practically unique hash whose low bits are 0, so that it always maps to the same table entry.
    #[inline]
    pub fn passing_hash(&self) -> u64 {
        mix(self.positions()) << 32
    }
}
