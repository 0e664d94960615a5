use entourage_kernel::Evaluate;

use super::Search;
use crate::candidates::Candidate;
use crate::claims::{Claims, THREADS, claim};
use crate::frame::{Deferred, FREE, Frame};
use crate::quiescence::cutoff;
use crate::transposition_table::Entry;

/// The least depth at which threads tell each other what they search: below it, telling costs more than it spares.
const SHARED_DEPTH: usize = 3;

/// Lets the threads of a team share out the moves of a node, as in ABDADA: what another is searching is deferred until the
/// others have been searched, and has mostly found its way into the transposition table by then.
impl<R: Evaluate> Search<R> {
    #[inline]
    fn claims(&self) -> Option<&Claims> {
        if THREADS { self.claims.as_deref() } else { None }
    }

    /// Notes that the current move of the last node is under search.
    pub(super) fn begin_claim(&self) {
        if let Some(claims) = self.claims()
            && let Some(claim) = current_claim(&self.frames[self.open - 1])
        {
            claims.begin(claim);
        }
    }

    /// Notes that the current move of the last node was searched, or given up.
    pub(super) fn end_claim(&self) {
        if let Some(claims) = self.claims()
            && let Some(claim) = current_claim(&self.frames[self.open - 1])
        {
            claims.end(claim);
        }
    }

    pub(super) fn give_up(&mut self) {
        self.give_up_to(0);
    }

    /// Gives up all but so many nodes of the path.
    fn give_up_to(&mut self, open: usize) {
        while self.open > open {
            self.end_claim();
            self.open -= 1;
            self.cycles.pop();
        }
    }

    /// Defers a move of the last node, if another thread is searching it and this is not the first; returns whether it did.
    ///
    /// It counts as searched already, so that what comes after it is reduced or left out as if it had been.
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

    /// Takes up the first deferred move, or closes the node: there is none left, or another thread has settled the node.
    pub(super) fn take_up_deferred(&mut self) {
        let deferred = &mut self.frames[self.open - 1].deferred;
        if !THREADS || deferred.is_empty() {
            return self.close();
        }
        let Deferred { candidate, earlier } = deferred.remove(0);
        match self.settled(self.open - 1) {
            Some((entry, value)) => self.settle(entry, value),
            None => self.take_up_after(candidate, earlier),
        }
    }

    /// Leaves the first node of the path that another thread has settled, with what it found.
    pub(super) fn leave_settled(&mut self) {
        if self.claims().is_none() {
            return;
        }
        let settled = (0..self.open).find_map(|index| Some((index, self.settled(index)?)));
        if let Some((index, (entry, value))) = settled {
            self.give_up_to(index + 1);
            self.end_claim();
            self.settle(entry, value);
        }
    }

    /// Returns what the table has come to know of a node of the path, and its value, if that says all that was asked for.
    fn settled(&self, index: usize) -> Option<(Entry, i32)> {
        let frame = &self.frames[index];
        if frame.ply == 0 || frame.is_principal() || !is_shared(frame) {
            return None;
        }
        let entry = self.table.find(frame.key).filter(|entry| entry.depth >= frame.depth)?;
        let plies_left = self.plies_left(&frame.position, frame.quiet);
        Some((entry, cutoff(&entry, (frame.floor, frame.beta), frame.ply, plies_left)?))
    }

    /// Closes the last node with what another thread found.
    fn settle(&mut self, entry: Entry, value: i32) {
        let frame = &mut self.frames[self.open - 1];
        frame.best = value;
        frame.best_intent = entry.intent;
        frame.variation.clear();
        frame.variation.extend(entry.intent);
        frame.taint = FREE;
        // What the table knows already must not become less.
        (frame.depth, frame.internally_reduced) = (entry.depth, false);
        self.close();
    }
}

/// Returns whether a node is worth sharing. Where a move is left out, the others are searched for another purpose than usual.
fn is_shared<P>(frame: &Frame<P>) -> bool {
    frame.depth >= SHARED_DEPTH && frame.excluded.is_none()
}

fn current_claim<P>(frame: &Frame<P>) -> Option<u64> {
    is_shared(frame).then(|| claim(frame.key, frame.candidate.intent))
}

#[cfg(test)]
#[allow(dead_code, reason = "not every test needs all of it")]
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

    /// Searches five depths, before each of which other threads claim root moves.
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
    fn what_is_deferred_is_searched_in_the_end() {
        // All but the first move are deferred, so that their order stays.
        assert_eq!(search(Some(&Arc::new(Claims::new()))), search(None));
    }

    #[test]
    fn what_another_thread_has_settled_is_left() {
        let mut search = beginning();
        let claims = Arc::new(Claims::new());
        search.claims = Some(Arc::clone(&claims));
        let is_in_doubt = |frame: &Frame<_>| frame.ply > 0 && !frame.is_principal() && is_shared(frame);
        let index = loop {
            search.advance(1);
            let path = &search.frames[..search.open.saturating_sub(1)];
            if let Some(index) = path.iter().position(is_in_doubt) {
                break index;
            }
        };
        let frame = &search.frames[index];
        let (key, depth) = (frame.key, frame.depth + 1);
        let given_up: Vec<u64> =
            search.frames[index..search.open - 1].iter().filter_map(current_claim).collect();
        search.leave_settled();
        assert!(search.open > index + 1 && given_up.iter().all(|&claim| claims.hold(claim)));

        let score = search.frames[index].beta;
        let entry = Entry { intent: None, score, estimate: None, depth, bound: Bound::Lower, is_fresh: true };
        search.table.store(key, entry);
        search.leave_settled();
        assert!(search.open == index && given_up.iter().all(|&claim| !claims.hold(claim)));
        assert_eq!(search.table.find(key).map(|entry| (entry.depth, entry.score)), Some((depth, score)));
        while search.advance(1_000) == Progress::Paused {}
    }

    /// Searches to the end of a node that no move is remembered of, and returns by how much the depth that the table tells of
    /// it exceeds that to which it was searched.
    fn credit(claims: Option<Arc<Claims>>) -> usize {
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
    fn a_team_counts_what_is_searched_a_ply_less_for_the_depth_that_was_asked_for() {
        assert_eq!(credit(Some(Arc::new(Claims::new()))), 1);
        assert_eq!(credit(None), 0);
    }

    #[test]
    fn a_search_given_up_claims_nothing() {
        let mut search = beginning();
        let claims = Arc::new(Claims::new());
        search.claims = Some(Arc::clone(&claims));
        while search.open < 3 || search.depth < 6 {
            search.advance(1);
        }
        let open: Vec<u64> = search.frames[..search.open - 1].iter().filter_map(current_claim).collect();
        assert!(!open.is_empty() && open.iter().all(|&claim| claims.hold(claim)));
        search.give_up();
        assert!(search.open == 0 && open.iter().all(|&claim| !claims.hold(claim)));
    }
}
