use entourage_kernel::{Board, Evaluate, Intent};

use super::entering::Arrival;
use super::{Found, Search, last_and_next};
use crate::Variation;
use crate::candidates::{Candidate, UNRANKED};
use crate::claims::THREADS;
use crate::cycles::Visit;
use crate::frame::{FREE, Frame, Stage, Trial};
use crate::history_heuristic::{Context, MOST};
use crate::score::{INFINITE, Score, is_proven, of_outcome};
use crate::selectivity::{
    FUTILITY_DEPTH, LATE_MOVE_PRUNING_DEPTH, LATE_MOVE_REDUCTION_DEPTH, LOSING_EXCHANGE_DEPTH, SINGULAR_DEPTH,
    futility_margin, is_measurable, late_move_count, late_move_reduction, losing_exchange_margin,
    null_move_reduction,
};
use crate::transposition_table::{Bound, Entry};

impl<R: Evaluate> Search<R> {
    pub(super) fn step(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        match frame.stage {
            Stage::NullMove => {
                frame.stage = Stage::List;
                self.try_null_move();
            }
            Stage::List => self.list_moves(),
            Stage::Singular => {
                frame.stage = Stage::HashMove;
                self.try_singular();
            }
            Stage::HashMove => {
                frame.stage = Stage::Rank;
                frame.next = 1;
                let candidate = frame.moves.take_first();
                self.take_up(candidate);
            }
            Stage::Rank => {
                frame.stage = Stage::Moves;
                let Frame { position, moves, next, ply, context, .. } = frame;
                self.ordering.rank(&self.rules, position, moves, *next, *ply, *context);
                if !R::MANY_MOVES {
                    self.ordering.rank_quiets(position, moves, *next, *context);
                }
            }
            Stage::Moves => self.next_move(),
        }
    }

    /// Tries a null move, which lets the other side move twice, to see whether that is good enough.
    fn try_null_move(&mut self) {
        let Some(position) = self.rules.null_move(&self.frames[self.open - 1].position) else { return };
        let alerted = self.rules.alert(&position).is_some();
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        *next = position;
        let surplus = frame.estimate.map_or(0, |estimate| estimate - frame.beta);
        frame.trial = Trial::NullMove;
        frame.keeps_turn = false;
        let arrival = Arrival {
            ply: frame.ply + 1,
            depth: frame.depth.saturating_sub(null_move_reduction(frame.depth, surplus)),
            quiet: frame.quiet + 1,
            window: (-frame.beta, 1 - frame.beta),
            alerted,
            after_null_move: true,
            context: Context::default(),
        };
        if let Some(found) = self.enter(arrival) {
            self.receive(found);
        }
    }

    fn list_moves(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        if frame.hash_move.is_none() {
            self.ordering.history.fetch(frame.context);
        }
        self.generated.clear();
        self.rules.legal_moves(&frame.position, &mut self.generated);
        if self.generated.is_empty() {
            let outcome = self.rules.stranded(&frame.position);
            frame.best = of_outcome(outcome, frame.position.side_to_move(), frame.ply);
            return self.close();
        }
        frame.moves.list(&self.generated);
        let Frame { position, moves, hash_move, .. } = frame;
        let gain = |intent| self.rules.gain(position, intent);
        if !hash_move.is_some_and(|intent| moves.put_first(intent, || gain(intent))) {
            frame.stage = Stage::Rank;
            return;
        }
        let is_deep = frame.depth >= SINGULAR_DEPTH && frame.excluded.is_none();
        let is_tested = self.options.selective && !R::MANY_MOVES && is_deep;
        frame.stage = if is_tested && frame.ply < 2 * self.depth { Stage::Singular } else { Stage::HashMove };
    }

    /// Searches all moves but the hash move, to see whether that is the only good one: it is then extended. Where several are
    /// too good for the other side, the node is given up (multi-cut).
    fn try_singular(&mut self) {
        let frame = &self.frames[self.open - 1];
        let Some(entry) = self.table.find(frame.key) else { return };
        let is_likely = entry.intent == frame.hash_move
            && entry.depth + 3 >= frame.depth
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !is_proven(entry.score);
        if !is_likely {
            return;
        }
        let below = entry.score - 2 * frame.depth as i32;
        let (ply, key, depth, quiet) = (frame.ply, frame.key, frame.depth, frame.quiet);
        let (alerted, estimate, improving, context, excluded) =
            (frame.alerted, frame.estimate, frame.improving, frame.context, frame.hash_move);
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        next.clone_from(&frame.position);
        frame.trial = Trial::Singular;
        frame.keeps_turn = true;
        frame.singular_beta = below;
        self.cycles.push(Visit::default());
        self.push_frame((below - 1, below));
        let frame = &mut self.frames[self.open - 1];
        frame.ply = ply;
        frame.key = key;
        frame.depth = (depth - 1) / 2;
        frame.quiet = quiet;
        frame.alerted = alerted;
        frame.estimate = estimate;
        frame.improving = improving;
        frame.context = context;
        frame.excluded = excluded;
    }

    fn next_move(&mut self) {
        loop {
            let frame = &mut self.frames[self.open - 1];
            let Some(candidate) = frame.moves.pick(frame.next) else { return self.take_up_deferred() };
            if R::MANY_MOVES && candidate.rank == UNRANKED {
                // Ranking a hundred quiet moves costs more than all else at a node, and most nodes are closed before.
                frame.moves.put_back(frame.next);
                if self.options.selective && frame.ply > 0 && is_pruned::<R>(frame, &candidate) {
                    frame.moves.drop_quiets(frame.next);
                } else {
                    let Frame { position, moves, next, context, .. } = frame;
                    self.ordering.rank_quiets(position, moves, *next, *context);
                }
                continue;
            }
            let intent = candidate.intent;
            if self.options.selective && frame.ply > 0 {
                let rules = &self.rules;
                if candidate.promises() && rules.stake(&frame.position, intent) > candidate.gain {
                    // Static exchange evaluation, only of captures about to be searched.
                    let exchange = rules.static_exchange(&frame.position, intent);
                    if exchange < 0 {
                        frame.moves.demote(frame.next, exchange);
                        continue;
                    }
                }
                frame.next += 1;
                if frame.excluded == Some(intent) {
                    continue;
                }
                if is_pruned::<R>(frame, &candidate) {
                    if candidate.gain == 0 {
                        frame.moves.drop_quiets(frame.next);
                    }
                    continue;
                }
            } else {
                frame.next += 1;
            }
            if !self.defer(candidate) {
                return self.take_up(candidate);
            }
        }
    }

    fn take_up(&mut self, candidate: Candidate) {
        let frame = &mut self.frames[self.open - 1];
        let earlier = frame.searched;
        frame.count(&candidate);
        self.take_up_after(candidate, earlier);
    }

    /// Searches a move of the last node, which is counted already, as the one after `earlier` others.
    pub(super) fn take_up_after(&mut self, candidate: Candidate, earlier: usize) {
        let selective = self.options.selective;
        let limit = 2 * self.depth;
        self.frames[self.open - 1].candidate = candidate;
        let alerted = self.play_candidate();
        let frame = &mut self.frames[self.open - 1];
        // A pass is never judged before the answer: it may be another pass that ends the game.
        let passes_at_once = frame.ply == 0 && frame.depth == 1 && candidate.intent.is_empty();
        let mut extension = usize::from(passes_at_once);
        if selective && extension == 0 && frame.ply < limit {
            let is_first = frame.stage == Stage::Rank && earlier == 0;
            extension = if is_first { frame.singular_extension } else { 0 };
            // Depth counts turns: what goes on with one costs nothing, or else long turns would hide the answer to them.
            extension = extension.max(usize::from(frame.keeps_turn));
        }
        frame.child_depth = frame.depth - 1 + extension;
        frame.reduction = if selective { reduction(frame, &candidate, earlier, alerted) } else { 0 };
        frame.trial = match earlier {
            0 => Trial::Full,
            _ if frame.reduction > 0 => Trial::Reduced,
            _ => Trial::Scout,
        };
        self.begin_claim();
        self.descend(alerted);
    }

    /// Writes the position after the current move of the last node into the next frame; returns whether it is alerted.
    fn play_candidate(&mut self) -> bool {
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        self.rules.play_into(&frame.position, frame.candidate.intent, next);
        self.table.fetch(next.hash());
        frame.keeps_turn = next.side_to_move() == frame.position.side_to_move();
        self.options.selective && self.rules.alert(self.next_position()).is_some()
    }

    /// Searches the current move of the last node, whose position stands in the next frame: values it at once, or opens its
    /// node.
    fn descend(&mut self, alerted: bool) {
        loop {
            let frame = &self.frames[self.open - 1];
            let intent = frame.candidate.intent;
            let beta = if frame.trial == Trial::Full { frame.beta } else { frame.alpha + 1 };
            let window = if frame.keeps_turn { (frame.alpha, beta) } else { (-beta, -frame.alpha) };
            let reduction = if frame.trial == Trial::Reduced { frame.reduction } else { 0 };
            let quiet = if !self.watches_quiet || self.rules.is_decisive(&frame.position, intent) {
                0
            } else {
                frame.quiet + 1
            };
            let context = if self.options.selective {
                let last = Some(self.ordering.history.footprint(&frame.position, intent));
                Context { last, before: frame.context.last }
            } else {
                Context::default()
            };
            let arrival = Arrival {
                ply: frame.ply + 1,
                depth: frame.child_depth - reduction,
                quiet,
                window,
                alerted,
                after_null_move: false,
                context,
            };
            match self.enter(arrival) {
                Some(found) if self.receive(found) => {}
                _ => return,
            }
        }
    }

    /// Takes in the value of what the last node searched; returns whether its move must be searched again, more thoroughly.
    fn receive(&mut self, found: Found) -> bool {
        let frame = &mut self.frames[self.open - 1];
        let value = if frame.keeps_turn { found.value } else { -found.value };
        match frame.trial {
            Trial::NullMove => {
                if value >= frame.beta {
                    frame.best = if is_proven(value) { frame.beta } else { value };
                    frame.variation.clear();
                    self.close();
                }
                return false;
            }
            Trial::Singular => {
                if value < frame.singular_beta {
                    frame.singular_extension = 1;
                } else if frame.singular_beta >= frame.beta {
                    // Several moves are too good for the other side: multi-cut.
                    frame.best = frame.singular_beta;
                    self.close();
                }
                return false;
            }
            Trial::Reduced if value > frame.alpha => {
                frame.trial = Trial::Scout;
                return true;
            }
            Trial::Scout if value > frame.alpha && value < frame.beta => {
                frame.trial = Trial::Full;
                return true;
            }
            _ => {}
        }
        self.end_claim();
        self.take_in(value, found.taint);
        false
    }

    fn take_in(&mut self, value: i32, taint: usize) {
        let frame = &mut self.frames[self.open - 1];
        let intent = frame.candidate.intent;
        let is_root = frame.ply == 0;
        let matters = value > frame.alpha;
        if is_root && matters {
            let moves = std::iter::once(intent).chain(self.tail.iter().copied()).collect();
            self.next_ranking.push(Variation { intent, score: Score::new(value), moves });
        }
        frame.taint = frame.taint.min(taint);
        if value > frame.best {
            frame.best = value;
            if matters {
                frame.best_intent = Some(intent);
                frame.variation.clear();
                frame.variation.push(intent);
                frame.variation.append(&mut self.tail);
            }
        }
        if !matters {
            return;
        }
        frame.alpha = if is_root {
            let mut scores: Vec<i32> =
                self.next_ranking.iter().map(|variation| variation.score.number()).collect();
            scores.sort_unstable_by_key(|score| -score);
            let last = scores.get(self.options.variations - 1).copied().unwrap_or(-INFINITE);
            frame.alpha.max(last.min(frame.best.saturating_sub(self.options.slack)))
        } else {
            value
        };
        if value >= frame.beta {
            // The refutation alone proves the bound, so what other moves rested on does not matter.
            frame.taint = taint;
            if frame.candidate.gain == 0 {
                let tried = frame.moves.before(frame.next);
                let (ply, depth, context) = (frame.ply, frame.depth, frame.context);
                self.ordering.learn(&frame.position, intent, tried, ply, depth, context);
            }
            frame.next = frame.moves.len();
            frame.deferred.clear();
            frame.stage = Stage::Moves;
        }
        if is_root && self.frames[0].best_intent == Some(intent) {
            self.note_best();
        }
    }

    /// Closes the last node and hands its value to its parent.
    pub(super) fn close(&mut self) {
        self.open -= 1;
        self.cycles.pop();
        let frame = &mut self.frames[self.open];
        if frame.ply == 0 && self.open == 0 {
            return self.finish_depth();
        }
        std::mem::swap(&mut self.tail, &mut frame.variation);
        if frame.best == -INFINITE {
            // Only the excluded move was legal, so that the others are as bad as can be asked for.
            frame.best = frame.floor;
        }
        let (ply, best) = (frame.ply, frame.best);
        let (key, intent) = (frame.key, frame.best_intent);
        // Another thread that comes here asks for what was asked here, and must not be told that it was not searched so far.
        let depth = frame.depth + usize::from(THREADS && frame.internally_reduced && self.claims.is_some());
        let (estimate, window, excluded) = (frame.estimate, (frame.floor, frame.beta), frame.excluded);
        let taint = if frame.taint < ply { frame.taint } else { FREE };
        if excluded.is_none() {
            if taint == FREE || self.options.selective {
                self.remember(key, intent, estimate, best, ply, depth, window);
            } else {
                let entry = Entry { intent, score: 0, estimate, depth, bound: Bound::None, is_fresh: true };
                self.table.store(key, entry);
            }
        }
        if self.receive(Found { value: best, taint }) {
            // It still stands in the next frame.
            self.descend(self.frames[self.open].alerted);
        }
    }

    pub(super) fn root_best(&self) -> Option<Intent> {
        self.frames[0].best_intent
    }
}

/// Returns whether a move promises too little to be searched, by the exchange it loses, late move pruning, futility pruning or
/// history pruning.
fn is_pruned<R: Evaluate>(frame: &Frame<R::Position>, candidate: &Candidate) -> bool {
    let &Candidate { intent, rank, gain, loss } = candidate;
    // What ends a turn or passes may be the only way out.
    if frame.searched == 0 || !is_measurable(frame.best) || intent.is_empty() {
        return false;
    }
    let (depth, is_principal) = (frame.depth, frame.is_principal());
    if gain > 0 {
        return !candidate.promises()
            && depth <= LOSING_EXCHANGE_DEPTH
            && !is_principal
            && loss < -losing_exchange_margin(depth);
    }
    if depth <= LATE_MOVE_PRUNING_DEPTH
        && (R::MANY_MOVES || !is_principal)
        && frame.quiets >= late_move_count(depth, frame.improving || is_principal)
    {
        return true;
    }
    let left = depth.saturating_sub(late_move_reduction(depth, frame.searched)).max(1);
    if left <= FUTILITY_DEPTH
        && !frame.alerted
        && frame.estimate.is_some_and(|estimate| estimate + futility_margin(left) <= frame.alpha)
    {
        return true;
    }
    // History pruning: it did badly before.
    depth <= 3 && rank < -(MOST / 4) * depth as i32
}

/// Returns the plies by which the move after `earlier` others is searched less at first (late move reductions).
fn reduction<P: Board>(frame: &Frame<P>, candidate: &Candidate, earlier: usize, alerts: bool) -> usize {
    let earliest = if frame.is_principal() { 3 } else { 2 };
    if frame.depth < LATE_MOVE_REDUCTION_DEPTH || earlier < earliest || candidate.promises() || frame.keeps_turn
    {
        return 0;
    }
    let mut plies = late_move_reduction(frame.depth, earlier) as i32;
    plies -= i32::from(frame.is_principal()) + i32::from(alerts) + i32::from(frame.alerted);
    plies += i32::from(!frame.improving);
    if candidate.gain == 0 {
        plies -= (candidate.rank / MOST).clamp(-2, 2);
    }
    plies.clamp(0, frame.child_depth as i32 - 1) as usize
}
