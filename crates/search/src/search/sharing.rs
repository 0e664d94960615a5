use entourage_kernel::Evaluate;

use super::Search;
use crate::candidates::Candidate;
use crate::claims::{Claims, THREADS, claim};
use crate::frame::{Deferred, Frame, NO_REPETITION};
use crate::quiescence::cutoff;
use crate::transposition_table::Entry;

/// The minimum depth at which threads avoid searching the same move; below it, coordination costs more than it saves.
const MIN_SHARED_DEPTH: usize = 3;

/// Shares the moves of a node between threads, as in ABDADA: a move that another thread is searching is deferred until the other
/// moves have been searched; by then its result is usually in the transposition table.
impl<R: Evaluate> Search<R> {
    #[inline]
    fn claims(&self) -> Option<&Claims> {
        if THREADS { self.claims.as_deref() } else { None }
    }

    pub(super) fn begin_claim(&self) {
        if let Some(claims) = self.claims()
            && let Some(claim) = current_claim(&self.frames[self.open - 1])
        {
            claims.begin(claim);
        }
    }

    pub(super) fn end_claim(&self) {
        if let Some(claims) = self.claims()
            && let Some(claim) = current_claim(&self.frames[self.open - 1])
        {
            claims.end(claim);
        }
    }

    pub(super) fn abandon(&mut self) {
        self.abandon_to(0);
    }

    fn abandon_to(&mut self, open: usize) {
        while self.open > open {
            self.end_claim();
            self.open -= 1;
            self.repetitions.pop();
        }
    }

    /// Defers a move of the deepest open node, unless it is the first, if another thread is searching that move.
    ///
    /// Returns whether the move was deferred. If so, it counts as searched when later moves are reduced and pruned.
    pub(super) fn defer(&mut self, candidate: Candidate) -> bool {
        let Some(claims) = self.claims() else { return false };
        let frame = &self.frames[self.open - 1];
        let is_under_search = |intent| claims.hold(claim(frame.key, intent));
        if frame.searched == 0 || !is_shared(frame) || !is_under_search(candidate.intent) {
            return false;
        }
        let frame = &mut self.frames[self.open - 1];
        frame.deferred.push(Deferred { candidate, earlier: frame.searched });
        frame.count(&candidate);
        true
    }

    /// Searches the node's next deferred move, or closes the node if none is left or the table has the node's value.
    pub(super) fn search_deferred(&mut self) {
        let deferred = &mut self.frames[self.open - 1].deferred;
        if !THREADS || deferred.is_empty() {
            return self.close();
        }
        let Deferred { candidate, earlier } = deferred.remove(0);
        match self.settled(self.open - 1) {
            Some((entry, value)) => self.settle(entry, value),
            None => self.search_move_after(candidate, earlier),
        }
    }

    /// Closes the first node of the line whose value another thread has already determined, and adopts that value.
    pub(super) fn leave_settled(&mut self) {
        if self.claims().is_none() {
            return;
        }
        let settled = (0..self.open).find_map(|index| Some((index, self.settled(index)?)));
        if let Some((index, (entry, value))) = settled {
            self.abandon_to(index + 1);
            self.end_claim();
            self.settle(entry, value);
        }
    }

    /// Returns a node's table entry and the node's value, if the entry determines that value.
    fn settled(&self, index: usize) -> Option<(Entry, i32)> {
        let frame = &self.frames[index];
        if frame.ply == 0 || frame.is_pv() || !is_shared(frame) {
            return None;
        }
        let entry = self.table.find(frame.key).filter(|entry| entry.depth >= frame.depth)?;
        let plies_left = self.plies_left(&frame.position, frame.quiet_plies);
        Some((entry, cutoff(&entry, (frame.initial_alpha, frame.beta), frame.ply, plies_left)?))
    }

    fn settle(&mut self, entry: Entry, value: i32) {
        let frame = &mut self.frames[self.open - 1];
        frame.best = value;
        frame.best_intent = entry.intent;
        frame.pv.clear();
        frame.pv.extend(entry.intent);
        frame.repetition_ply = NO_REPETITION;
        // The entry in the table must not be replaced by a shallower one.
        (frame.depth, frame.internally_reduced) = (entry.depth, false);
        self.close();
    }
}

/// Returns whether a node is worth sharing; singular searches, which exclude a move, are not.
fn is_shared<P>(frame: &Frame<P>) -> bool {
    frame.depth >= MIN_SHARED_DEPTH && frame.excluded.is_none()
}

fn current_claim<P>(frame: &Frame<P>) -> Option<u64> {
    is_shared(frame).then(|| claim(frame.key, frame.candidate.intent))
}

#[cfg(test)]
#[allow(dead_code, reason = "used only in part")]
#[path = "../../tests/all/skirmish/mod.rs"]
mod skirmish;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use entourage_kernel::{Adjudication, Board, History, Rules};

    use super::skirmish::Skirmish;
    use super::*;
    use crate::search::Progress;
    use crate::transposition_table::Bound;
    use crate::{Best, Options};

    fn beginning() -> Search<Skirmish> {
        let rules = Skirmish::Strict;
        let start = rules.start();
        Search::new(
            &History::new(rules, Adjudication::NONE, start),
            Options { table_mb: 1, ..Options::default() },
        )
    }

    /// Searches five depths; before each, other threads claim the moves at the root.
    fn search(claims: Option<&Arc<Claims>>) -> (Best, u64) {
        let mut search = beginning();
        search.claims = claims.cloned();
        for _ in 0..5 {
            for &intent in &search.moves {
                if let Some(claims) = claims {
                    claims.begin(claim(search.root.hash(), intent));
                }
            }
            while search.advance(1_000) == Progress::Paused {}
        }
        (search.best().unwrap(), search.nodes())
    }

    #[test]
    fn deferred_moves_are_searched_in_the_end() {
        // All but the first move are deferred, so their order does not change.
        assert_eq!(search(Some(&Arc::new(Claims::new()))), search(None));
    }

    #[test]
    fn nodes_settled_by_another_thread_are_left() {
        let mut search = beginning();
        let claims = Arc::new(Claims::new());
        search.claims = Some(Arc::clone(&claims));
        let can_be_settled = |frame: &Frame<_>| frame.ply > 0 && !frame.is_pv() && is_shared(frame);
        let index = loop {
            search.advance(1);
            let path = &search.frames[..search.open.saturating_sub(1)];
            if let Some(index) = path.iter().position(can_be_settled) {
                break index;
            }
        };
        let frame = &search.frames[index];
        let (key, depth) = (frame.key, frame.depth + 1);
        let abandoned: Vec<u64> =
            search.frames[index..search.open - 1].iter().filter_map(current_claim).collect();
        search.leave_settled();
        assert!(search.open > index + 1 && abandoned.iter().all(|&claim| claims.hold(claim)));

        let score = search.frames[index].beta;
        let entry =
            Entry { intent: None, score, static_eval: None, depth, bound: Bound::Lower, is_fresh: true };
        search.table.store(key, entry);
        search.leave_settled();
        assert!(search.open == index && abandoned.iter().all(|&claim| !claims.hold(claim)));
        assert_eq!(search.table.find(key).map(|entry| (entry.depth, entry.score)), Some((depth, score)));
        while search.advance(1_000) == Progress::Paused {}
    }

    /// Searches a node without a hash move; returns by how much its depth in the table exceeds the depth searched.
    fn excess_depth(claims: Option<Arc<Claims>>) -> usize {
        let mut search = beginning();
        search.claims = claims;
        let index = loop {
            search.advance(1);
            if let Some(index) = search.frames[..search.open].iter().position(|frame| frame.internally_reduced)
            {
                break index;
            }
        };
        let (key, depth) = (search.frames[index].key, search.frames[index].depth);
        while search.open > index {
            search.advance(1);
        }
        search.table.find(key).unwrap().depth - depth
    }

    #[test]
    fn a_team_stores_internally_reduced_nodes_at_full_depth() {
        assert_eq!(excess_depth(Some(Arc::new(Claims::new()))), 1);
        assert_eq!(excess_depth(None), 0);
    }

    #[test]
    fn an_abandoned_search_claims_nothing() {
        let mut search = beginning();
        let claims = Arc::new(Claims::new());
        search.claims = Some(Arc::clone(&claims));
        while search.open < 3 || search.depth < 6 {
            search.advance(1);
        }
        let open: Vec<u64> = search.frames[..search.open - 1].iter().filter_map(current_claim).collect();
        assert!(!open.is_empty() && open.iter().all(|&claim| claims.hold(claim)));
        search.abandon();
        assert!(search.open == 0 && open.iter().all(|&claim| !claims.hold(claim)));
    }
}
