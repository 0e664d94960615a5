use entourage_kernel::{Board, Evaluate, Intent};

use super::entering::Arrival;
use super::{Found, Search, last_and_next};
use crate::Line;
use crate::candidates::{Candidate, UNRANKED};
use crate::claims::THREADS;
use crate::frame::{FREE, Frame, Stage, Trial};
use crate::history::{Context, MOST};
use crate::score::{INFINITE, Score, is_proven, of_outcome};
use crate::selectivity::{
    FUTILE_DEPTH, LATE_DEPTH, POOR_DEPTH, REDUCTION_DEPTH, SINGULAR_DEPTH, futile_margin, is_measurable,
    late_after, late_reduction, poor_margin, skip_reduction,
};
use crate::table::{Bound, Entry};

impl<R: Evaluate> Search<R> {
    /// Does what comes next at the last node.
    pub(super) fn step(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        match frame.stage {
            Stage::Skip => {
                frame.stage = Stage::List;
                self.try_skip();
            }
            Stage::List => self.list_moves(),
            Stage::Single => {
                frame.stage = Stage::First;
                self.try_single();
            }
            Stage::First => {
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

    /// Lets the other side move twice, to see whether that is good enough.
    fn try_skip(&mut self) {
        let Some(position) = self.rules.skip(&self.frames[self.open - 1].position) else { return };
        let alerted = self.rules.alert(&position).is_some();
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        *next = position;
        let surplus = frame.estimate.map_or(0, |estimate| estimate - frame.beta);
        frame.trial = Trial::Skip;
        frame.keeps_turn = false;
        let arrival = Arrival {
            ply: frame.ply + 1,
            depth: frame.depth.saturating_sub(skip_reduction(frame.depth, surplus)),
            quiet: frame.quiet + 1,
            window: (-frame.beta, 1 - frame.beta),
            alerted,
            skipped: true,
            context: Context::default(),
        };
        if let Some(found) = self.enter(arrival) {
            self.receive(found);
        }
    }

    fn list_moves(&mut self) {
        let frame = &mut self.frames[self.open - 1];
        if frame.remembered.is_none() {
            self.ordering.past.fetch(frame.context);
        }
        self.generated.clear();
        self.rules.legal_moves(&frame.position, &mut self.generated);
        if self.generated.is_empty() {
            let outcome = self.rules.stranded(&frame.position);
            frame.best = of_outcome(outcome, frame.position.side_to_move(), frame.ply);
            return self.close();
        }
        frame.moves.list(&self.generated);
        let Frame { position, moves, remembered, .. } = frame;
        let gain = |intent| self.rules.gain(position, intent);
        if !remembered.is_some_and(|intent| moves.put_first(intent, || gain(intent))) {
            frame.stage = Stage::Rank;
            return;
        }
        let is_deep = frame.depth >= SINGULAR_DEPTH && frame.excluded.is_none();
        let is_tested = self.options.selective && !R::MANY_MOVES && is_deep;
        frame.stage = if is_tested && frame.ply < 2 * self.depth { Stage::Single } else { Stage::First };
    }

    /// Searches all moves but the remembered one, to see whether that is the only good one.
    fn try_single(&mut self) {
        let frame = &self.frames[self.open - 1];
        let Some(entry) = self.table.find(frame.key) else { return };
        let is_likely = entry.intent == frame.remembered
            && entry.depth + 3 >= frame.depth
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !is_proven(entry.score);
        if !is_likely {
            return;
        }
        let below = entry.score - 2 * frame.depth as i32;
        let (ply, key, depth, quiet) = (frame.ply, frame.key, frame.depth, frame.quiet);
        let (alerted, estimate, improving, context, excluded) =
            (frame.alerted, frame.estimate, frame.improving, frame.context, frame.remembered);
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        next.clone_from(&frame.position);
        frame.trial = Trial::Single;
        frame.keeps_turn = true;
        frame.single_below = below;
        self.cycles.push(None);
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

    /// Takes up the next move that is worth it, or closes the node.
    fn next_move(&mut self) {
        loop {
            let frame = &mut self.frames[self.open - 1];
            let Some(candidate) = frame.moves.pick(frame.next) else { return self.take_up_put_off() };
            if R::MANY_MOVES && candidate.rank == UNRANKED {
                // Ranking a hundred quiet moves costs more than all else at a node, and most nodes are closed before.
                frame.moves.put_back(frame.next);
                if self.options.selective && frame.ply > 0 && is_left_out::<R>(frame, &candidate) {
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
                    let exchange = rules.exchange(&frame.position, intent);
                    if exchange < 0 {
                        frame.moves.demote(frame.next, exchange);
                        continue;
                    }
                }
                frame.next += 1;
                if frame.excluded == Some(intent) {
                    continue;
                }
                if is_left_out::<R>(frame, &candidate) {
                    if candidate.gain == 0 {
                        frame.moves.drop_quiets(frame.next);
                    }
                    continue;
                }
            } else {
                frame.next += 1;
            }
            if !self.put_off(candidate) {
                return self.take_up(candidate);
            }
        }
    }

    /// Searches a move of the last node.
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
            extension = if is_first { frame.single_extension } else { 0 };
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

    /// Writes the position after the current move of the last node into the next place; tells whether it is alerted.
    fn play_candidate(&mut self) -> bool {
        let (frame, next) = last_and_next(&mut self.frames, self.open);
        self.rules.play_into(&frame.position, frame.candidate.intent, next);
        self.table.fetch(next.hash());
        frame.keeps_turn = next.side_to_move() == frame.position.side_to_move();
        self.options.selective && self.rules.alert(self.next_position()).is_some()
    }

    /// Searches the current move of the last node, whose position stands in the next place: values it at once, or opens its
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
                let last = Some(self.ordering.past.footprint(&frame.position, intent));
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
                skipped: false,
                context,
            };
            match self.enter(arrival) {
                Some(found) if self.receive(found) => {}
                _ => return,
            }
        }
    }

    /// Takes in the value of what the last node searched; tells whether its move must be searched again, more thoroughly.
    fn receive(&mut self, found: Found) -> bool {
        let frame = &mut self.frames[self.open - 1];
        let value = if frame.keeps_turn { found.value } else { -found.value };
        match frame.trial {
            Trial::Skip => {
                if value >= frame.beta {
                    frame.best = if is_proven(value) { frame.beta } else { value };
                    frame.line.clear();
                    self.close();
                }
                return false;
            }
            Trial::Single => {
                if value < frame.single_below {
                    frame.single_extension = 1;
                } else if frame.single_below >= frame.beta {
                    // Several moves are too good for the other side.
                    frame.best = frame.single_below;
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

    /// Takes in the value of the current move.
    fn take_in(&mut self, value: i32, taint: usize) {
        let frame = &mut self.frames[self.open - 1];
        let intent = frame.candidate.intent;
        let is_root = frame.ply == 0;
        let matters = value > frame.alpha;
        if is_root && matters {
            let line = std::iter::once(intent).chain(self.tail.iter().copied()).collect();
            self.next_ranking.push(Line { intent, score: Score::new(value), line });
        }
        frame.taint = frame.taint.min(taint);
        if value > frame.best {
            frame.best = value;
            if matters {
                frame.best_intent = Some(intent);
                frame.line.clear();
                frame.line.push(intent);
                frame.line.append(&mut self.tail);
            }
        }
        if !matters {
            return;
        }
        frame.alpha = if is_root {
            let mut scores: Vec<i32> = self.next_ranking.iter().map(|line| line.score.number()).collect();
            scores.sort_unstable_by_key(|score| -score);
            let last = scores.get(self.options.lines - 1).copied().unwrap_or(-INFINITE);
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
            frame.put_off.clear();
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
        std::mem::swap(&mut self.tail, &mut frame.line);
        if frame.best == -INFINITE {
            // Only the excluded move was legal, so that the others are as bad as can be asked for.
            frame.best = frame.floor;
        }
        let (ply, best) = (frame.ply, frame.best);
        let (key, intent) = (frame.key, frame.best_intent);
        // Another thread that comes here asks for what was asked here, and must not be told that it was not searched so far.
        let depth = frame.depth + usize::from(THREADS && frame.unguided && self.claims.is_some());
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
            // It still stands in the next place.
            self.descend(self.frames[self.open].alerted);
        }
    }

    /// Returns the intent that a node has found best.
    pub(super) fn root_best(&self) -> Option<Intent> {
        self.frames[0].best_intent
    }
}

/// Tells whether a move promises too little to be searched.
fn is_left_out<R: Evaluate>(frame: &Frame<R::Position>, candidate: &Candidate) -> bool {
    let &Candidate { intent, rank, gain, loss } = candidate;
    // What ends a turn or passes may be the only way out.
    if frame.searched == 0 || !is_measurable(frame.best) || intent.is_empty() {
        return false;
    }
    let (depth, is_open) = (frame.depth, frame.is_open());
    if gain > 0 {
        return !candidate.promises() && depth <= POOR_DEPTH && !is_open && loss < -poor_margin(depth, false);
    }
    if depth <= LATE_DEPTH
        && (R::MANY_MOVES || !is_open)
        && frame.quiets >= late_after(depth, frame.improving || is_open)
    {
        return true;
    }
    let left = depth.saturating_sub(late_reduction(depth, frame.searched)).max(1);
    if left <= FUTILE_DEPTH
        && !frame.alerted
        && frame.estimate.is_some_and(|estimate| estimate + futile_margin(left) <= frame.alpha)
    {
        return true;
    }
    depth <= 3 && rank < -(MOST / 4) * depth as i32
}

/// Returns the plies by which the move after `earlier` others is searched less at first.
fn reduction<P: Board>(frame: &Frame<P>, candidate: &Candidate, earlier: usize, alerts: bool) -> usize {
    let earliest = if frame.is_open() { 3 } else { 2 };
    if frame.depth < REDUCTION_DEPTH || earlier < earliest || candidate.promises() || frame.keeps_turn {
        return 0;
    }
    let mut plies = late_reduction(frame.depth, earlier) as i32;
    plies -= i32::from(frame.is_open()) + i32::from(alerts) + i32::from(frame.alerted);
    plies += i32::from(!frame.improving);
    if candidate.gain == 0 {
        plies -= (candidate.rank / MOST).clamp(-2, 2);
    }
    plies.clamp(0, frame.child_depth as i32 - 1) as usize
}
