use entourage_kernel::{Board, Evaluate, Intent, sorted_indices};

use super::entering::NewNode;
use super::{NodeValue, Search, last_and_next};
use crate::Variation;
use crate::candidates::{Candidate, UNRANKED};
use crate::claims::THREADS;
use crate::frame::{Frame, NO_REPETITION, Stage, Trial};
use crate::history_heuristic::{Context, MAX_HISTORY};
use crate::repetitions::Visit;
use crate::score::{INFINITE, Score, is_proven, outcome_score};
use crate::selectivity::{
    MAX_FUTILITY_DEPTH, MAX_LATE_MOVE_PRUNING_DEPTH, MAX_LOSING_EXCHANGE_DEPTH, MIN_LATE_MOVE_REDUCTION_DEPTH,
    MIN_SINGULAR_DEPTH, futility_margin, is_measurable, late_move_count, late_move_reduction,
    losing_exchange_margin, null_move_reduction,
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
                self.search_move(candidate);
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

    /// Searches a null move, as if the other side moved twice: if the value still reaches beta, the node is cut off.
    fn try_null_move(&mut self) {
        let Some(position) = self.rules.null_move(&self.frames[self.open - 1].position) else { return };
        let alerted = self.rules.alert(&position).is_some();
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        *next = position;
        let surplus = frame.static_eval.map_or(0, |static_eval| static_eval - frame.beta);
        frame.trial = Trial::NullMove;
        frame.keeps_turn = false;
        let node = NewNode {
            ply: frame.ply + 1,
            depth: frame.depth.saturating_sub(null_move_reduction(frame.depth, surplus)),
            quiet_plies: frame.quiet_plies + 1,
            window: (-frame.beta, 1 - frame.beta),
            alerted,
            after_null_move: true,
            context: Context::default(),
        };
        if let Some(found) = self.enter(node) {
            self.receive(found);
        }
    }

    fn list_moves(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        if frame.hash_move.is_none() {
            self.ordering.history.prefetch(frame.context);
        }
        self.generated.clear();
        self.rules.legal_moves(&frame.position, &mut self.generated);
        if self.generated.is_empty() {
            let outcome = self.rules.stranded(&frame.position);
            frame.best = outcome_score(outcome, frame.position.side_to_move(), frame.ply);
            return self.close();
        }
        frame.moves.list(&self.generated);
        let Frame { position, moves, hash_move, .. } = frame;
        let gain = |intent| self.rules.gain(position, intent);
        if !hash_move.is_some_and(|intent| moves.put_first(intent, || gain(intent))) {
            frame.stage = Stage::Rank;
            return;
        }
        let is_deep = frame.depth >= MIN_SINGULAR_DEPTH && frame.excluded.is_none();
        let is_tested = self.options.selective && !R::MANY_MOVES && is_deep;
        frame.stage = if is_tested && frame.ply < 2 * self.depth { Stage::Singular } else { Stage::HashMove };
    }

    /// Searches all moves except the hash move: if they are much worse, the hash move is singular and is extended; if several
    /// reach beta, the node is cut off (multi-cut).
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
        let (ply, key, depth, quiet_plies) = (frame.ply, frame.key, frame.depth, frame.quiet_plies);
        let (alerted, static_eval, improving, context, excluded) =
            (frame.alerted, frame.static_eval, frame.improving, frame.context, frame.hash_move);
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        next.clone_from(&frame.position);
        frame.trial = Trial::Singular;
        frame.keeps_turn = true;
        frame.singular_beta = below;
        self.repetitions.push(Visit::default());
        self.push_frame((below - 1, below));
        let frame = &mut self.frames[self.open - 1];
        frame.ply = ply;
        frame.key = key;
        frame.depth = (depth - 1) / 2;
        frame.quiet_plies = quiet_plies;
        frame.alerted = alerted;
        frame.static_eval = static_eval;
        frame.improving = improving;
        frame.context = context;
        frame.excluded = excluded;
    }

    fn next_move(&mut self) {
        loop {
            let frame = &mut self.frames[self.open - 1];
            let Some(candidate) = frame.moves.pick(frame.next) else { return self.search_deferred() };
            if R::MANY_MOVES && candidate.rank == UNRANKED {
                // Ranking all quiet moves is expensive, and most nodes are cut off before their ranks are needed.
                frame.moves.put_back(frame.next);
                if self.options.selective && frame.ply > 0 && is_pruned::<R>(frame, &candidate) {
                    drop_quiets(&self.rules, frame);
                }
                let Frame { position, moves, next, context, .. } = frame;
                self.ordering.rank_quiets(position, moves, *next, *context);
                continue;
            }
            let intent = candidate.intent;
            if self.options.selective && frame.ply > 0 {
                let rules = &self.rules;
                if candidate.is_good_capture() && rules.stake(&frame.position, intent) > candidate.gain {
                    // Static exchange evaluation, only for captures about to be searched.
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
                        drop_quiets(&self.rules, frame);
                    }
                    if !gives_alert(&self.rules, frame, intent) {
                        continue;
                    }
                }
            } else {
                frame.next += 1;
            }
            if !self.defer(candidate) {
                return self.search_move(candidate);
            }
        }
    }

    fn search_move(&mut self, candidate: Candidate) {
        let frame = &mut self.frames[self.open - 1];
        let earlier = frame.searched;
        frame.count(&candidate);
        self.search_move_after(candidate, earlier);
    }

    /// Searches a move that the deepest open node has already counted. Its reduction depends on the `earlier` moves.
    pub(super) fn search_move_after(&mut self, candidate: Candidate, earlier: usize) {
        let selective = self.options.selective;
        let limit = 2 * self.depth;
        self.frames[self.open - 1].candidate = candidate;
        let alerted = self.play_candidate();
        let frame = &mut self.frames[self.open - 1];
        // A pass is never evaluated before its reply is searched, since another pass may end the game.
        let passes_at_once = frame.ply == 0 && frame.depth == 1 && candidate.intent.is_empty();
        let mut extension = usize::from(passes_at_once);
        if selective && extension == 0 && frame.ply < limit {
            let is_first = frame.stage == Stage::Rank && earlier == 0;
            extension = if is_first { frame.singular_extension } else { 0 };
            // Depth counts turns, and continuing a turn costs no depth: otherwise, the reply to a long turn would not be searched.
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

    /// Plays the deepest open node's move into the next frame; returns whether the side to move is then in check.
    fn play_candidate(&mut self) -> bool {
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        self.rules.play_into(&frame.position, frame.candidate.intent, next);
        self.table.prefetch(next.hash());
        frame.keeps_turn = next.side_to_move() == frame.position.side_to_move();
        self.options.selective && self.rules.alert(self.next_position()).is_some()
    }

    /// Searches the position in the next frame, reached by the current move: handles its value, or opens a node for it.
    fn descend(&mut self, alerted: bool) {
        loop {
            let frame = &self.frames[self.open - 1];
            let intent = frame.candidate.intent;
            let beta = if frame.trial == Trial::Full { frame.beta } else { frame.alpha + 1 };
            let window = if frame.keeps_turn { (frame.alpha, beta) } else { (-beta, -frame.alpha) };
            let reduction = if frame.trial == Trial::Reduced { frame.reduction } else { 0 };
            let quiet_plies = if !self.counts_quiet || self.rules.is_decisive(&frame.position, intent) {
                0
            } else {
                frame.quiet_plies + 1
            };
            let context = if self.options.selective {
                let last = Some(self.ordering.history.piece_to(&frame.position, intent));
                Context { last, before: frame.context.last }
            } else {
                Context::default()
            };
            let node = NewNode {
                ply: frame.ply + 1,
                depth: frame.child_depth - reduction,
                quiet_plies,
                window,
                alerted,
                after_null_move: false,
                context,
            };
            match self.enter(node) {
                Some(found) if self.receive(found) => {}
                _ => return,
            }
        }
    }

    /// Handles the value of the deepest open node's current move; returns whether the move must be searched again, more
    /// deeply or with a wider window.
    fn receive(&mut self, found: NodeValue) -> bool {
        let frame = &mut self.frames[self.open - 1];
        let value = if frame.keeps_turn { found.value } else { -found.value };
        match frame.trial {
            Trial::NullMove => {
                if value >= frame.beta {
                    frame.best = if is_proven(value) { frame.beta } else { value };
                    frame.pv.clear();
                    self.close();
                }
                return false;
            }
            Trial::Singular => {
                if value < frame.singular_beta {
                    frame.singular_extension = 1;
                } else if frame.singular_beta >= frame.beta {
                    // Multi-cut: several moves reach beta.
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
        self.take_in(value, found.repetition_ply);
        false
    }

    fn take_in(&mut self, value: i32, repetition_ply: usize) {
        let frame = &mut self.frames[self.open - 1];
        let intent = frame.candidate.intent;
        let is_root = frame.ply == 0;
        let matters = value > frame.alpha;
        if is_root && matters {
            let moves = std::iter::once(intent).chain(self.child_pv.iter().copied()).collect();
            self.next_ranking.push(Variation { intent, score: Score::new(value), moves });
        }
        frame.repetition_ply = frame.repetition_ply.min(repetition_ply);
        if value > frame.best {
            frame.best = value;
            if matters {
                frame.best_intent = Some(intent);
                frame.pv.clear();
                frame.pv.push(intent);
                frame.pv.append(&mut self.child_pv);
            }
        }
        if !matters {
            return;
        }
        frame.alpha = if is_root {
            let ranking = &self.next_ranking;
            let order = sorted_indices(ranking.len(), &mut |a, b| ranking[b].score.cmp(&ranking[a].score));
            let last = order.get(self.options.variations - 1);
            let last = last.map_or(-INFINITE, |&index| ranking[index].score.number());
            frame.alpha.max(last.min(frame.best.saturating_sub(self.options.slack)))
        } else {
            value
        };
        if value >= frame.beta {
            // The refutation alone proves the bound, so repetitions below other moves do not matter.
            frame.repetition_ply = repetition_ply;
            if frame.candidate.gain == 0 {
                let tried = frame.moves.before(frame.next);
                let (ply, depth, context) = (frame.ply, frame.depth, frame.context);
                self.ordering.update(&frame.position, intent, tried, ply, depth, context);
            }
            frame.next = frame.moves.len();
            frame.deferred.clear();
            frame.stage = Stage::Moves;
        }
        if is_root && self.frames[0].best_intent == Some(intent) {
            self.note_best();
        }
    }

    pub(super) fn close(&mut self) {
        self.open -= 1;
        self.repetitions.pop();
        let frame = &mut self.frames[self.open];
        if frame.ply == 0 && self.open == 0 {
            return self.finish_depth();
        }
        std::mem::swap(&mut self.child_pv, &mut frame.pv);
        if frame.best == -INFINITE {
            // The excluded move is the only legal one, so this search without it fails low.
            frame.best = frame.initial_alpha;
        }
        let (ply, best) = (frame.ply, frame.best);
        let (key, intent) = (frame.key, frame.best_intent);
        // With several threads, the entry is stored with the full depth; otherwise another thread would search the node again.
        let depth = frame.depth + usize::from(THREADS && frame.internally_reduced && self.claims.is_some());
        let (static_eval, window, excluded) =
            (frame.static_eval, (frame.initial_alpha, frame.beta), frame.excluded);
        let repetition_ply = if frame.repetition_ply < ply { frame.repetition_ply } else { NO_REPETITION };
        if excluded.is_none() {
            if repetition_ply == NO_REPETITION || self.options.selective {
                self.store(key, intent, static_eval, best, ply, depth, window);
            } else {
                let entry = Entry { intent, score: 0, static_eval, depth, bound: Bound::None, is_fresh: true };
                self.table.store(key, entry);
            }
        }
        if self.receive(NodeValue { value: best, repetition_ply }) {
            // The position is still in the next frame.
            self.descend(self.frames[self.open].alerted);
        }
    }

    pub(super) fn root_best(&self) -> Option<Intent> {
        self.frames[0].best_intent
    }
}

/// Maximum ply at which moves are tested for alerts in games without a fast test: far enough for a win in three moves.
const MAX_ALERT_TEST_PLY: usize = 4;

/// Prunes the remaining quiet moves, except those that give an alert.
fn drop_quiets<R: Evaluate>(rules: &R, frame: &mut Frame<R::Position>) {
    let Frame { position, moves, next, ply, .. } = frame;
    if R::FAST_ALERT_TEST || *ply <= MAX_ALERT_TEST_PLY {
        moves.drop_quiets(*next, rules.alert_test(position));
    } else {
        moves.drop_quiets(*next, |_| false);
    }
    frame.quiets_dropped = true;
}

fn gives_alert<R: Evaluate>(rules: &R, frame: &Frame<R::Position>, intent: Intent) -> bool {
    (R::FAST_ALERT_TEST || frame.ply <= MAX_ALERT_TEST_PLY) && rules.alert_test(&frame.position)(intent)
}

/// Returns whether a move is pruned: because it loses the exchange, or by late move, futility or history pruning.
fn is_pruned<R: Evaluate>(frame: &Frame<R::Position>, candidate: &Candidate) -> bool {
    let &Candidate { intent, rank, gain, loss } = candidate;
    if gain == 0 && frame.quiets_dropped {
        return false;
    }
    // Passing or ending a turn can be the only good move.
    if frame.searched == 0 || !is_measurable(frame.best) || intent.is_empty() {
        return false;
    }
    let (depth, is_pv) = (frame.depth, frame.is_pv());
    // A root move is not refuted by the evaluation alone, so its replies are searched until one of them comes near to it.
    if frame.ply == 1 && frame.static_eval.is_some_and(|eval| frame.best + futility_margin(depth) < eval) {
        return false;
    }
    if gain > 0 {
        return !candidate.is_good_capture()
            && depth <= MAX_LOSING_EXCHANGE_DEPTH
            && !is_pv
            && loss < -losing_exchange_margin(depth);
    }
    if depth <= MAX_LATE_MOVE_PRUNING_DEPTH
        && (R::MANY_MOVES || !is_pv)
        && frame.quiets >= late_move_count(depth, frame.improving || is_pv)
    {
        return true;
    }
    let left = depth.saturating_sub(late_move_reduction(depth, frame.searched)).max(1);
    if left <= MAX_FUTILITY_DEPTH
        && !frame.alerted
        && frame.static_eval.is_some_and(|static_eval| static_eval + futility_margin(left) <= frame.alpha)
    {
        return true;
    }
    // History pruning.
    depth <= 3 && rank < -(MAX_HISTORY / 4) * depth as i32
}

/// Returns the reduction, in plies, of a move searched after `earlier` other moves (late move reductions).
fn reduction<P: Board>(frame: &Frame<P>, candidate: &Candidate, earlier: usize, alerts: bool) -> usize {
    let earliest = if frame.is_pv() { 3 } else { 2 };
    if frame.depth < MIN_LATE_MOVE_REDUCTION_DEPTH
        || earlier < earliest
        || candidate.is_good_capture()
        || frame.keeps_turn
    {
        return 0;
    }
    let mut plies = late_move_reduction(frame.depth, earlier) as i32;
    plies -= i32::from(frame.is_pv()) + i32::from(alerts) + i32::from(frame.alerted);
    plies += i32::from(!frame.improving);
    if candidate.gain == 0 {
        plies -= (candidate.rank / MAX_HISTORY).clamp(-2, 2);
    }
    // A reply and a quiet winning move are searched below every root move.
    let least = if frame.ply == 0 { 2 } else { 1 };
    plies.clamp(0, (frame.child_depth as i32 - least).max(0)) as usize
}
