use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use entourage_kernel::Evaluate;

use super::{Progress, Search};
use crate::ordering::Ordering;
use crate::quiescence::Quiescence;
use crate::time::TimePlan;
use crate::{Best, Clock, Limits};

/// The positions looked at between two glances at the clock.
const SLICE: u64 = 1024;

impl<R: Evaluate> Search<R> {
    /// Searches within limits, reporting after every finished depth, and returns the best move found.
    ///
    /// Without limits it goes on until `stop` is set or nothing is left to find out. A lone legal move is
    /// not pondered beyond the first depth, unless the limit is a depth.
    pub fn run(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Best),
    ) -> Option<Best> {
        if self.options.threads > 1 && cfg!(not(target_arch = "wasm32")) {
            return self.run_with_helpers(limits, clock, stop, report);
        }
        self.run_counting(limits, clock, stop, report, &[])
    }

    /// Searches, adding to its own positions those that helpers have counted.
    fn run_counting(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Best),
        counts: &[AtomicU64],
    ) -> Option<Best> {
        let depth = limits.depth.unwrap_or(if self.moves.len() == 1 { 1 } else { u32::MAX });
        let mut plan = TimePlan::new(&limits);
        while self.depth() < depth && !stop.load(Relaxed) {
            let nodes_left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes());
            if nodes_left == 0 || plan.is_over(clock.elapsed_ms()) {
                break;
            }
            let before = self.depth();
            let progress = self.advance(nodes_left.min(SLICE));
            self.helped = counts.iter().map(|count| count.load(Relaxed)).sum();
            let best = self.best().filter(|_| self.depth() > before);
            best.iter().for_each(&mut *report);
            let suffices = best.is_some_and(|best| plan.suffices(&best, clock.elapsed_ms()));
            if suffices || progress == Progress::Finished {
                break;
            }
        }
        self.best()
    }

    /// Lets helpers on other threads search the same position, so that this search finds much of its work done in the table.
    fn run_with_helpers(
        &mut self,
        limits: Limits,
        clock: &dyn Clock,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Best),
    ) -> Option<Best> {
        let mut helpers: Vec<Self> = (1..self.options.threads).map(|number| self.helper(number)).collect();
        let counts: Vec<AtomicU64> = helpers.iter().map(|_| AtomicU64::new(0)).collect();
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for (helper, count) in helpers.iter_mut().zip(&counts) {
                let over = &over;
                scope.spawn(move || {
                    while !over.load(Relaxed) && helper.advance(SLICE) != Progress::Finished {
                        count.store(helper.own_nodes(), Relaxed);
                    }
                });
            }
            let _release = Release(&over);
            self.run_counting(limits, clock, stop, report, &counts)
        })
    }

    /// Makes a search of the same position that shares the table; some begin a ply deeper, so as not to do all the same.
    fn helper(&self, number: usize) -> Self {
        let ahead = number % 2;
        Self {
            rules: self.rules.clone(),
            options: self.options,
            quiet_bound: self.quiet_bound,
            quiet: self.quiet,
            watches_quiet: false,
            table: Arc::clone(&self.table),
            ordering: Ordering::new(&self.rules),
            quiescence: Quiescence::new(self.options.selective),
            cycles: self.cycles.clone(),
            root: self.root.clone(),
            moves: self.moves.clone(),
            frames: Vec::new(),
            open: 0,
            tail: Vec::new(),
            generated: Vec::new(),
            depth: ahead,
            deepened: ahead,
            window: self.window,
            widening: 0,
            nodes: 0,
            helped: 0,
            best: self.best.clone(),
            ranking: Vec::new(),
            next_ranking: Vec::new(),
            finished: self.finished,
        }
    }
}

/// Releases the helpers however the search ends, a panic included.
struct Release<'a>(&'a AtomicBool);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
