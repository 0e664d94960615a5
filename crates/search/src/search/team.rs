use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use entourage_kernel::Evaluate;

use super::{Progress, Search};
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
        let depth = limits.depth.unwrap_or(if self.moves.len() == 1 { 1 } else { u32::MAX });
        while self.depth() < depth && !stop.load(Relaxed) {
            let nodes_left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes());
            if nodes_left == 0 || limits.time_ms.is_some_and(|limit| clock.elapsed_ms() >= limit) {
                break;
            }
            let before = self.depth();
            let progress = self.advance(nodes_left.min(SLICE));
            if self.depth() > before {
                self.best().iter().for_each(&mut *report);
            }
            if progress == Progress::Finished {
                break;
            }
        }
        self.best()
    }
}
