use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use entourage_kernel::{Evaluate, History, mix};

/// The positions remembered that draw when they occur once more.
const MOST_WORN: usize = 64;
/// How far ahead of the bound of quiet plies these are watched.
const WATCHED: u32 = 64;

/// Holds what all states of a search share: the rules, and what a game's past says of positions to come.
///
/// The crate's games have no value of their own that could hold rules, so that every state refers to them. A contest is made
/// once for a game's options and lasts as long as the process. Only [`begin`](Self::begin) changes it, between two searches.
pub struct Contest<R> {
    pub rules: R,
    worn: [AtomicU64; MOST_WORN],
    worn_count: AtomicUsize,
    /// Quiet plies that draw, or the greatest number.
    quiet_bound: AtomicU32,
    positions: AtomicU64,
}

impl<R: Evaluate> Contest<R> {
    /// Makes a contest that lasts as long as the process.
    pub fn open(rules: R) -> &'static Self {
        Box::leak(Box::new(Self {
            rules,
            worn: [const { AtomicU64::new(0) }; MOST_WORN],
            worn_count: AtomicUsize::new(0),
            quiet_bound: AtomicU32::new(u32::MAX),
            positions: AtomicU64::new(0),
        }))
    }

    /// Takes in what the past of a game says, of which a search begins at the present position.
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

    /// Returns the bound of quiet plies, if a search from here can reach it.
    #[inline]
    pub fn quiet_bound(&self) -> Option<u32> {
        Some(self.quiet_bound.load(Relaxed)).filter(|&bound| bound != u32::MAX)
    }

    /// Tells whether a position draws because it occurred so often.
    #[inline]
    pub fn is_worn(&self, position: &R::Position) -> bool {
        let count = self.worn_count.load(Relaxed);
        count > 0
            && self
                .rules
                .repetition_key(position)
                .is_some_and(|key| self.worn[..count].iter().any(|worn| worn.load(Relaxed) == key))
    }

    /// Counts one more position looked at. One thread alone searches.
    #[inline]
    pub fn count(&self) {
        self.positions.store(self.positions.load(Relaxed) + 1, Relaxed);
    }

    /// Returns the positions looked at since the contest was begun.
    pub fn positions(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    /// Returns a hash that is hardly ever the same twice, but always of the same place in the crate's table.
    #[inline]
    pub fn passing_hash(&self) -> u64 {
        mix(self.positions()) << 32
    }
}
