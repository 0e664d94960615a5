use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use entourage_kernel::{Evaluate, Intent};

use super::{Progress, Search};
use crate::claims::{Claims, THREADS};
use crate::quiescence::Quiescence;
use crate::time::TimePlan;
use crate::{Best, Clock, Limits, Variation};

/// The positions looked at between two glances at the clock.
const SLICE: u64 = 1024;
/// The positions that a thread of a team looks at between two glances at what the others have found.
const TEAM_SLICE: u64 = 32;

/// The threads of a search for each processor at most: more of them wait for one another, and keep no limit of time.
const MOST_THREADS_A_PROCESSOR: usize = 4;

/// The stack of a helper, in bytes.
const STACK: usize = 2 << 20;
/// The memory that is left to all who think once a helper has its stack, in bytes. The allocator of Linux sets up to 128 MiB of addresses aside
/// for each thread; one that cannot have them takes a page for each little thing, until nothing is left for anybody.
const SPARE: usize = 160 << 20;

#[derive(Clone)]
struct Finding {
    depth: usize,
    best: Option<Best>,
    moves: Vec<Intent>,
    ranking: Vec<Variation>,
    is_last: bool,
}

/// Holds what the threads of a search tell each other beside the transposition table that they share (lazy SMP).
///
/// Whoever finishes a depth first spares all others the depths up to it. The first helper searches the same depth as the search
/// it helps, other moves first as far as possible ([`Claims`]), the next one the depth after it, and so on in turn.
struct Team {
    news: Mutex<Option<Finding>>,
    deepest: AtomicUsize,
    counts: Vec<AtomicU64>,
    over: AtomicBool,
}

impl Team {
    fn new(helpers: usize, depth: usize) -> Self {
        Self {
            news: Mutex::new(None),
            deepest: AtomicUsize::new(depth),
            counts: (0..helpers).map(|_| AtomicU64::new(0)).collect(),
            over: AtomicBool::new(false),
        }
    }

    fn news(&self) -> MutexGuard<'_, Option<Finding>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the others what was found, unless one knows more.
    fn tell(&self, finding: Finding) {
        let mut news = self.news();
        if self.deepest.load(Relaxed) < finding.depth {
            self.deepest.store(finding.depth, Relaxed);
            *news = Some(finding);
        }
    }

    fn hear(&self, depth: usize) -> Option<Finding> {
        if self.deepest.load(Relaxed) > depth { self.news().clone() } else { None }
    }
}

impl<R: Evaluate> Search<R> {
    /// Searches within limits, reporting itself after every finished depth, and returns the best move found.
    ///
    /// Without limits it goes on until `stop` is set or nothing is left to find out. A lone legal move is
    /// not pondered beyond the first depth, unless the limit is a depth or it was chosen among others. With several threads, a greater depth than the limit may
    /// be finished first.
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

    /// Searches, alone or in a team.
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
        let mut plan = TimePlan::new(&limits);
        let slice = if team.is_some() { TEAM_SLICE } else { SLICE };
        while self.depth() < depth && !stop.load(Relaxed) {
            let nodes_left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes());
            if nodes_left == 0 || plan.is_over(clock.elapsed_ms()) {
                break;
            }
            let before = self.depth();
            let progress = self.advance(nodes_left.min(slice));
            if let Some(team) = team {
                self.keep_up(team, progress);
            }
            let best = self.best().filter(|_| self.depth() > before);
            if best.is_some() {
                report(self);
            }
            let suffices = best.is_some_and(|best| plan.suffices(&best, clock.elapsed_ms()));
            if suffices || self.finished {
                break;
            }
        }
        self.best()
    }

    /// Lets helpers on other threads search the same position.
    fn run_with_helpers(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Self),
    ) -> Option<Best> {
        // Only a selective search takes the table's word for what was searched deeper.
        self.claims = self.options.selective.then(|| Arc::new(Claims::new()));
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.options.threads.min(MOST_THREADS_A_PROCESSOR * processors);
        let team = Team::new(threads.saturating_sub(1), self.deepened);
        self.helpers = 0;
        thread::scope(|scope| {
            // Whatever happens from here on, helpers that have begun come to their end.
            let _release = Release(&team.over);
            for number in 0..team.counts.len() {
                // Fewer help where the system refuses more threads, or would have nothing left that they could think with.
                if !memory_is_left() {
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

    /// Returns the team what was found and takes over what a helper has found deeper down.
    fn keep_up(&mut self, team: &Team, progress: Progress) {
        self.helped = team.counts.iter().map(|count| count.load(Relaxed)).sum();
        if progress != Progress::Paused {
            team.tell(self.finding());
        }
        match team.hear(self.deepened) {
            Some(finding) => self.take_over(finding),
            None => self.leave_settled(),
        }
    }

    /// Searches beside the team's search until it is over.
    fn help(&mut self, team: &Team, number: usize) {
        // Every second helper goes one depth further.
        let ahead = number % 2;
        let mut progress = Progress::Deepened;
        while !team.over.load(Relaxed) && progress != Progress::Finished {
            let is_outdone = team.deepest.load(Relaxed) >= self.depth;
            if progress == Progress::Deepened || is_outdone {
                if let Some(finding) = team.hear(self.deepened) {
                    self.take_over(finding);
                }
                // The search they help begins with what comes after the deepest finding.
                self.deepened = team.deepest.load(Relaxed) + ahead;
                self.depth = self.deepened;
            }
            progress = self.advance(TEAM_SLICE);
            self.leave_settled();
            team.counts[number].store(self.own_nodes(), Relaxed);
            if progress != Progress::Paused {
                team.tell(self.finding());
            }
        }
    }

    fn finding(&self) -> Finding {
        Finding {
            depth: self.deepened,
            best: self.best.clone(),
            moves: self.moves.clone(),
            ranking: self.ranking.clone(),
            is_last: self.finished,
        }
    }

    /// Abandons the depth under search, and goes on from what another thread has found.
    fn take_over(&mut self, finding: Finding) {
        self.give_up();
        let Finding { depth, best, moves, ranking, is_last } = finding;
        (self.depth, self.deepened) = (depth, depth);
        (self.best, self.moves, self.ranking, self.finished) = (best, moves, ranking, is_last);
    }

    /// Makes a search of the same position that shares the table.
    fn helper(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            options: self.options,
            quiet_bound: self.quiet_bound,
            quiet: self.quiet,
            watches_quiet: false,
            table: Arc::clone(&self.table),
            claims: self.claims.clone(),
            ordering: self.ordering.beside(),
            quiescence: Quiescence::new(self.options.selective),
            cycles: self.cycles.at_root(),
            root: self.root.clone(),
            moves: self.moves.clone(),
            restricted: self.restricted,
            frames: Vec::new(),
            open: 0,
            tail: Vec::new(),
            generated: Vec::new(),
            depth: self.deepened,
            deepened: self.deepened,
            window: self.window,
            widening: 0,
            nodes: 0,
            helped: 0,
            helpers: 0,
            best: self.best.clone(),
            ranking: Vec::new(),
            next_ranking: Vec::new(),
            finished: self.finished,
        }
    }
}

/// Returns whether there is memory for one more helper, and some to spare: where an allocation fails later, all is lost.
fn memory_is_left() -> bool {
    let mut room = Vec::<u8>::new();
    // What nobody looks at might never be asked for.
    black_box(&mut room).try_reserve_exact(STACK + SPARE).is_ok()
}

/// Releases the helpers however the search ends, a panic included.
struct Release<'a>(&'a AtomicBool);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
