use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use entourage_kernel::{Evaluate, Intent};

use super::{Progress, Search};
use crate::claims::{Claims, THREADS};
use crate::time::TimeManager;
use crate::{Best, Clock, Limits, Variation};

/// Nodes between checks of the clock.
const SLICE: u64 = 1024;
/// Nodes between checks of the other threads' results.
const TEAM_SLICE: u64 = 32;

/// Maximum number of threads per processor; more would wait for each other and exceed time limits.
const MAX_THREADS_PER_PROCESSOR: usize = 4;

const STACK: usize = 2 << 20;
/// The memory, in bytes, that must be left after a helper's stack is allocated. Linux's allocator reserves up to 128 MiB of
/// address space per thread; a thread without this reserve uses a page for every small allocation, until memory runs out.
const SPARE: usize = 160 << 20;

#[derive(Clone)]
struct DepthResult {
    depth: usize,
    best: Option<Best>,
    moves: Vec<Intent>,
    ranking: Vec<Variation>,
    is_last: bool,
}

/// The data that the threads of a search share besides the transposition table (lazy SMP).
///
/// When a thread finishes a depth, the others skip all depths up to it. Every other helper searches the main search's
/// depth, starting with different moves where possible ([`Claims`]); the remaining helpers search the next depth.
struct Team {
    latest: Mutex<Option<DepthResult>>,
    deepest: AtomicUsize,
    counts: Vec<AtomicU64>,
    over: AtomicBool,
}

impl Team {
    fn new(helpers: usize, depth: usize) -> Self {
        Self {
            latest: Mutex::new(None),
            deepest: AtomicUsize::new(depth),
            counts: (0..helpers).map(|_| AtomicU64::new(0)).collect(),
            over: AtomicBool::new(false),
        }
    }

    fn latest(&self) -> MutexGuard<'_, Option<DepthResult>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, result: DepthResult) {
        let mut latest = self.latest();
        if self.deepest.load(Relaxed) < result.depth {
            self.deepest.store(result.depth, Relaxed);
            *latest = Some(result);
        }
    }

    fn deeper_than(&self, depth: usize) -> Option<DepthResult> {
        if self.deepest.load(Relaxed) > depth { self.latest().clone() } else { None }
    }
}

impl<R: Evaluate> Search<R> {
    /// Searches within limits, calling `report` after every finished depth, and returns the best move found.
    ///
    /// Without limits, runs until `stop` is set or the search is complete. If there is only one legal move, only the first depth is
    /// searched, unless the depth is limited or the root moves are restricted. With several threads, a depth beyond the
    /// limit can be finished before the search ends.
    pub fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Self),
    ) -> Option<Best> {
        if self.options.threads > 1 && THREADS {
            return self.run_with_helpers(limits, clock, stop, report);
        }
        self.run_in(None, limits, clock, stop, report)
    }

    fn run_in(
        &mut self,
        team: Option<&Team>,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Self),
    ) -> Option<Best> {
        let is_lone = self.moves.len() == 1 && !self.restricted;
        let depth = limits.depth.unwrap_or(if is_lone { 1 } else { u32::MAX });
        let mut time = TimeManager::new(&limits);
        let slice = if team.is_some() { TEAM_SLICE } else { SLICE };
        while self.depth() < depth && !stop.load(Relaxed) {
            let nodes_left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes());
            if nodes_left == 0 || time.is_over(clock.elapsed_ms()) {
                break;
            }
            let before = self.depth();
            let progress = self.advance(nodes_left.min(slice));
            if let Some(team) = team {
                self.synchronize(team, progress);
            }
            let best = self.best().filter(|_| self.depth() > before);
            if best.is_some() {
                report(self);
            }
            let suffices = best.is_some_and(|best| time.should_stop(&best, clock.elapsed_ms()));
            if suffices || self.finished {
                break;
            }
        }
        self.best()
    }

    fn run_with_helpers(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Self),
    ) -> Option<Best> {
        // Only a selective search uses table entries of greater depth.
        self.claims = self.options.selective.then(|| Arc::new(Claims::new()));
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.options.threads.min(MAX_THREADS_PER_PROCESSOR * processors);
        let team = Team::new(threads.saturating_sub(1), self.deepened);
        self.helpers = 0;
        thread::scope(|scope| {
            // Stops the helpers when this scope is left, even by a panic.
            let _release = Release(&team.over);
            for number in 0..team.counts.len() {
                // Run fewer helpers if the system refuses threads, or too little memory would be left for them.
                if !has_memory_for_helper() {
                    break;
                }
                let (team, mut helper) = (&team, self.helper());
                let begin = thread::Builder::new().stack_size(STACK);
                if begin.spawn_scoped(scope, move || helper.help(team, number)).is_err() {
                    break;
                }
                self.helpers = number + 1;
            }
            self.run_in(Some(&team), limits, clock, stop, report)
        })
    }

    /// Publishes the results of this search, and adopts deeper results of the helpers.
    fn synchronize(&mut self, team: &Team, progress: Progress) {
        self.helped = team.counts.iter().map(|count| count.load(Relaxed)).sum();
        if progress != Progress::Paused {
            team.publish(self.depth_result());
        }
        match team.deeper_than(self.deepened) {
            Some(result) => self.adopt(result),
            None => self.leave_settled(),
        }
    }

    fn help(&mut self, team: &Team, number: usize) {
        // Every second helper searches one depth ahead.
        let ahead = number % 2;
        let mut progress = Progress::Deepened;
        while !team.over.load(Relaxed) && progress != Progress::Finished {
            let is_outdone = team.deepest.load(Relaxed) >= self.depth;
            if progress == Progress::Deepened || is_outdone {
                if let Some(result) = team.deeper_than(self.deepened) {
                    self.adopt(result);
                }
                // The main search begins one depth after the deepest result.
                self.deepened = team.deepest.load(Relaxed) + ahead;
                self.depth = self.deepened;
            }
            progress = self.advance(TEAM_SLICE);
            self.leave_settled();
            team.counts[number].store(self.own_nodes(), Relaxed);
            if progress != Progress::Paused {
                team.publish(self.depth_result());
            }
        }
    }

    fn depth_result(&self) -> DepthResult {
        DepthResult {
            depth: self.deepened,
            best: self.best.clone(),
            moves: self.moves.clone(),
            ranking: self.ranking.clone(),
            is_last: self.finished,
        }
    }

    /// Abandons the current depth and continues from the result of another thread.
    fn adopt(&mut self, result: DepthResult) {
        self.abandon();
        let DepthResult { depth, best, moves, ranking, is_last } = result;
        (self.depth, self.deepened) = (depth, depth);
        (self.best, self.moves, self.ranking, self.finished) = (best, moves, ranking, is_last);
    }

    fn helper(&self) -> Self {
        let helper = Self::idle(
            self.rules.clone(),
            self.options,
            Arc::clone(&self.table),
            self.ordering.for_helper(),
            self.repetitions.at_root(),
            self.root.clone(),
        );
        Self {
            quiet_limit: self.quiet_limit,
            quiet_plies: self.quiet_plies,
            claims: self.claims.clone(),
            moves: self.moves.clone(),
            restricted: self.restricted,
            depth: self.deepened,
            deepened: self.deepened,
            window: self.window,
            best: self.best.clone(),
            finished: self.finished,
            ..helper
        }
    }
}

/// Returns whether there is enough memory for one more helper, since a failed allocation later would abort the process.
fn has_memory_for_helper() -> bool {
    let mut room = Vec::<u8>::new();
    // Prevents the compiler from removing the allocation.
    black_box(&mut room).try_reserve_exact(STACK + SPARE).is_ok()
}

/// A guard that stops the helpers when it is dropped, even if the search panics.
struct Release<'a>(&'a AtomicBool);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
