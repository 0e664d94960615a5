use entourage_kernel::{Board, Evaluate, Intent, Outcome, mix};

use super::{MAX_DEPTH, NodeValue, QUIESCENCE_REACH, Search};
use crate::frame::{NO_REPETITION, Stage};
use crate::history_heuristic::Context;
use crate::quiescence::{NodeInfo, UNLIMITED, cutoff, refine};
use crate::repetitions::{Recurrence, Visit};
use crate::score::{DRAW, MATE, outcome_score, score_to_table};
use crate::selectivity::{
    MAX_RAZORING_DEPTH, MAX_REVERSE_FUTILITY_DEPTH, MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH,
    MIN_NULL_MOVE_DEPTH, is_measurable, razoring_margin, reverse_futility_margin,
};
use crate::transposition_table::{Bound, Entry};

/// A node about to be searched, whose position is in the next frame.
pub(super) struct NewNode {
    pub ply: usize,
    pub depth: usize,
    pub quiet_plies: u32,
    pub window: (i32, i32),
    pub alerted: bool,
    pub after_null_move: bool,
    pub context: Context,
}

fn exact(value: i32) -> Option<NodeValue> {
    Some(NodeValue { value, repetition_ply: NO_REPETITION })
}

impl<R: Evaluate> Search<R> {
    /// Returns the value of a node if it can be determined at once; otherwise opens a frame for it.
    pub(super) fn enter(&mut self, node: NewNode) -> Option<NodeValue> {
        self.nodes += 1;
        self.child_pv.clear();
        let NewNode { ply, mut depth, quiet_plies, mut window, alerted, after_null_move, context } = node;
        let position = self.next_position();
        let mover = position.side_to_move();
        let selective = self.options.selective;
        if let Some(outcome) = self.rules.terminal(position) {
            return exact(outcome_score(outcome, mover, ply));
        }
        let visit = self.visit(position);
        if let Some(found) = self.drawn(position, visit, quiet_plies, ply) {
            return Some(found);
        }
        if selective {
            // Mate distance pruning: a longer win than the best one found, or a quicker loss than one already avoided, changes nothing.
            window = (window.0.max(ply as i32 - MATE), window.1.min(MATE - ply as i32 - 1));
            if window.0 >= window.1 {
                return exact(window.0);
            }
        }
        let is_pv = window.1 - window.0 > 1;

        let plies_left = self.plies_left(position, quiet_plies);
        let key = position.hash() ^ self.quiet_salt(plies_left, depth);
        let known = self.table.find(key);
        let trusted = known.filter(|entry| match selective {
            true => entry.depth >= depth && !is_pv,
            false => entry.depth == depth && entry.is_fresh,
        });
        if let Some((entry, value)) =
            trusted.and_then(|entry| Some((entry, cutoff(&entry, window, ply, plies_left)?)))
        {
            self.child_pv.extend(entry.intent);
            return exact(value);
        }
        if depth == 0 || ply >= 2 * MAX_DEPTH {
            let value = self.quiesce(window, ply, quiet_plies, NodeInfo { alerted, static_eval: None });
            if !selective {
                self.store(key, None, None, value, ply, 0, window);
            }
            return exact(value);
        }

        let mut static_eval = None;
        let mut improving = false;
        let mut stage = Stage::List;
        let mut internally_reduced = false;
        if selective {
            if !alerted {
                let standing = known.and_then(|entry| entry.static_eval);
                let standing = standing.unwrap_or_else(|| self.rules.evaluate(position));
                static_eval = Some(standing);
                improving = self.improves(mover, standing);
                let likely = known.and_then(|entry| refine(&entry, standing)).unwrap_or(standing);
                if !is_pv && is_measurable(window.1) {
                    let surplus = likely - window.1;
                    // The evaluation and a null move see no quiet threats, so they neither refute a root move nor end the search for
                    // its sequel: wins in two moves are found.
                    let [is_reply, is_sequel] = [ply == 1, ply == 2];
                    // Reverse futility pruning.
                    if !is_reply
                        && depth <= MAX_REVERSE_FUTILITY_DEPTH
                        && surplus >= reverse_futility_margin(depth, improving)
                    {
                        return exact(likely);
                    }
                    // Razoring.
                    if !is_sequel && depth <= MAX_RAZORING_DEPTH && likely + razoring_margin(depth) <= window.0
                    {
                        let value = self.quiesce(window, ply, quiet_plies, NodeInfo { alerted, static_eval });
                        if value <= window.0 {
                            return exact(value);
                        }
                    }
                    if R::NULL_MOVE
                        && !is_reply
                        && depth >= MIN_NULL_MOVE_DEPTH
                        && surplus >= 0
                        && standing >= window.1
                        && !after_null_move
                    {
                        stage = Stage::NullMove;
                    }
                }
            }
            // Internal iterative reduction.
            internally_reduced = depth >= MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH
                && known.is_none_or(|entry| entry.intent.is_none());
            depth -= usize::from(internally_reduced);
        }
        self.repetitions.push(visit);
        self.push_frame(window);
        let frame = &mut self.frames[self.open - 1];
        frame.ply = ply;
        frame.key = key;
        frame.depth = depth;
        frame.internally_reduced = internally_reduced;
        frame.quiet_plies = quiet_plies;
        frame.stage = stage;
        frame.alerted = alerted;
        frame.static_eval = static_eval;
        frame.improving = improving;
        frame.after_null_move = after_null_move;
        frame.hash_move = known.and_then(|entry| entry.intent);
        frame.context = context;
        None
    }

    fn quiesce(&mut self, window: (i32, i32), ply: usize, quiet_plies: u32, mut info: NodeInfo) -> i32 {
        let position = &self.frames[self.open].position;
        // A search that is not selective has not tested for check (`Rules::alert`) yet.
        info.alerted |= !self.options.selective && self.rules.alert(position).is_some();
        let adjudicated = self.plies_to_adjudication(quiet_plies);
        self.quiescence.value(&self.rules, &self.table, position, info, window, ply, 0, adjudicated)
    }

    /// Returns the value of a position that is a repetition, has reached the quiet limit, or can no longer be won by either side.
    fn drawn(&self, position: &R::Position, visit: Visit, quiet_plies: u32, ply: usize) -> Option<NodeValue> {
        let recurrence = self.repetitions.recurrence(visit.key);
        let exhausted = self.counts_quiet && self.quiet_limit.is_some_and(|bound| quiet_plies >= bound)
            || self.rules.is_dead(position);
        if recurrence.is_none() && !exhausted {
            return None;
        }
        // Endings by the rules take precedence over adjudication.
        if !self.rules.has_moves(position) {
            return exact(outcome_score(self.rules.stranded(position), position.side_to_move(), ply));
        }
        let value = recurrence
            .and_then(|recurrence| self.repeated(position, visit, recurrence))
            .map_or(DRAW, |outcome| outcome_score(outcome, position.side_to_move(), ply));
        let repetition_ply = match recurrence {
            Some(Recurrence::OnPath(earlier)) if !exhausted => earlier,
            // The outcome can depend on the checks given on this line.
            Some(Recurrence::InGame) if !self.rules.repetitions().is_empty() => 0,
            _ => NO_REPETITION,
        };
        Some(NodeValue { value, repetition_ply })
    }

    /// Returns the outcome of a repetition under the game's own repetition rules, if one applies.
    pub(super) fn repeated(
        &self,
        position: &R::Position,
        visit: Visit,
        recurrence: Recurrence,
    ) -> Option<Outcome> {
        let all = self.rules.repetitions();
        if all.is_empty() {
            return None;
        }
        let warners = self.repetitions.warners(recurrence, visit);
        all.iter().find_map(|repetition| repetition.outcome(position.side_to_move(), warners))
    }

    pub(super) fn visit(&self, position: &R::Position) -> Visit {
        let key = self.rules.repetition_key(position);
        let asks = key.is_some() && !self.rules.repetitions().is_empty();
        let turn = asks.then(|| (position.side_to_move(), self.rules.alert(position).is_some()));
        Visit { key, turn }
    }

    fn improves(&self, mover: entourage_kernel::Side, static_eval: i32) -> bool {
        let earlier = self.frames[..self.open].iter().rev().skip(1);
        let before = earlier.take(3).find(|frame| frame.position.side_to_move() == mover);
        before.is_some_and(|frame| frame.static_eval.is_none_or(|earlier| static_eval > earlier))
    }

    /// Returns the number of quiet plies until adjudication as a draw, or [`UNLIMITED`] if this depth cannot reach it.
    fn plies_to_adjudication(&self, quiet_plies: u32) -> u32 {
        match self.quiet_limit {
            Some(bound) if self.counts_quiet => bound.saturating_sub(quiet_plies),
            _ => UNLIMITED,
        }
    }

    /// Returns the quiet plies left until the game ends by its own rules or by adjudication.
    pub(super) fn plies_left(&self, position: &R::Position, quiet_plies: u32) -> u32 {
        let own = self.rules.plies_to_quiet_end(position).unwrap_or(UNLIMITED);
        own.min(self.plies_to_adjudication(quiet_plies))
    }

    /// Returns a salt for the table key, derived from `plies_left`; 0 if a search to `depth` cannot use up these plies.
    fn quiet_salt(&self, plies_left: u32, depth: usize) -> u64 {
        if plies_left as usize <= depth + QUIESCENCE_REACH { mix(u64::from(plies_left) + 1) } else { 0 }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of the entry")]
    pub(super) fn store(
        &self,
        key: u64,
        intent: Option<Intent>,
        static_eval: Option<i32>,
        value: i32,
        ply: usize,
        depth: usize,
        window: (i32, i32),
    ) {
        let bound = match value {
            _ if value >= window.1 => Bound::Lower,
            _ if value <= window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
        let score = score_to_table(value, ply);
        self.table.store(key, Entry { intent, score, static_eval, depth, bound, is_fresh: true });
    }
}
