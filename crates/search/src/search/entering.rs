use entourage_kernel::{Board, Evaluate, Intent, Outcome, mix};

use super::{BEYOND, DEEPEST, Found, Search};
use crate::cycles::{Recurrence, Visit};
use crate::frame::{FREE, Stage};
use crate::history_heuristic::Context;
use crate::quiescence::{ENDLESS, Impression, cutoff, sharpen};
use crate::score::{DRAW, MATE, from_root_to_node, of_outcome};
use crate::selectivity::{
    INTERNAL_ITERATIVE_REDUCTION_DEPTH, NULL_MOVE_DEPTH, RAZORING_DEPTH, REVERSE_FUTILITY_DEPTH, is_measurable,
    razoring_margin, reverse_futility_margin,
};
use crate::transposition_table::{Bound, Entry};

/// Describes a node about to be searched, whose position stands in the next frame.
pub(super) struct Arrival {
    pub ply: usize,
    pub depth: usize,
    pub quiet: u32,
    pub window: (i32, i32),
    pub alerted: bool,
    pub after_null_move: bool,
    pub context: Context,
}

fn free(value: i32) -> Option<Found> {
    Some(Found { value, taint: FREE })
}

impl<R: Evaluate> Search<R> {
    /// Values a position at once if that is possible; otherwise opens a node for it.
    pub(super) fn enter(&mut self, arrival: Arrival) -> Option<Found> {
        self.nodes += 1;
        self.tail.clear();
        let Arrival { ply, mut depth, quiet, mut window, alerted, after_null_move, context } = arrival;
        let position = self.next_position();
        let mover = position.side_to_move();
        let selective = self.options.selective;
        if let Some(outcome) = self.rules.terminal(position) {
            return free(of_outcome(outcome, mover, ply));
        }
        let visit = self.visit(position);
        if let Some(found) = self.drawn(position, visit, quiet, ply) {
            return Some(found);
        }
        if selective {
            // Mate distance pruning: a win further away than one already found, or a loss sooner than one escaped, changes
            // nothing.
            window = (window.0.max(ply as i32 - MATE), window.1.min(MATE - ply as i32 - 1));
            if window.0 >= window.1 {
                return free(window.0);
            }
        }
        let is_principal = window.1 - window.0 > 1;

        let plies_left = self.plies_left(position, quiet);
        let key = position.hash() ^ self.quiet_salt(plies_left, depth);
        let known = self.table.find(key);
        let trusted = known.filter(|entry| match selective {
            true => entry.depth >= depth && !is_principal,
            false => entry.depth == depth && entry.is_fresh,
        });
        if let Some((entry, value)) =
            trusted.and_then(|entry| Some((entry, cutoff(&entry, window, ply, plies_left)?)))
        {
            self.tail.extend(entry.intent);
            return free(value);
        }
        if depth == 0 || ply >= 2 * DEEPEST {
            let value = self.quiesce(window, ply, quiet, Impression { alerted, estimate: None });
            if !selective {
                self.remember(key, None, None, value, ply, 0, window);
            }
            return free(value);
        }

        let mut estimate = None;
        let mut improving = false;
        let mut stage = Stage::List;
        let mut internally_reduced = false;
        if selective {
            if !alerted {
                let standing = known.and_then(|entry| entry.estimate);
                let standing = standing.unwrap_or_else(|| self.rules.evaluate(position));
                estimate = Some(standing);
                improving = self.improves(mover, standing);
                let likely = known.and_then(|entry| sharpen(&entry, standing)).unwrap_or(standing);
                if !is_principal && is_measurable(window.1) {
                    let surplus = likely - window.1;
                    // Reverse futility pruning.
                    if depth <= REVERSE_FUTILITY_DEPTH && surplus >= reverse_futility_margin(depth, improving) {
                        return free(likely);
                    }
                    // Razoring.
                    if depth <= RAZORING_DEPTH && likely + razoring_margin(depth) <= window.0 {
                        let value = self.quiesce(window, ply, quiet, Impression { alerted, estimate });
                        if value <= window.0 {
                            return free(value);
                        }
                    }
                    if R::NULL_MOVE
                        && depth >= NULL_MOVE_DEPTH
                        && surplus >= 0
                        && standing >= window.1
                        && !after_null_move
                    {
                        stage = Stage::NullMove;
                    }
                }
            }
            // Internal iterative reduction.
            internally_reduced =
                depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH && known.is_none_or(|entry| entry.intent.is_none());
            depth -= usize::from(internally_reduced);
        }
        self.cycles.push(visit);
        self.push_frame(window);
        let frame = &mut self.frames[self.open - 1];
        frame.ply = ply;
        frame.key = key;
        frame.depth = depth;
        frame.internally_reduced = internally_reduced;
        frame.quiet = quiet;
        frame.stage = stage;
        frame.alerted = alerted;
        frame.estimate = estimate;
        frame.improving = improving;
        frame.after_null_move = after_null_move;
        frame.hash_move = known.and_then(|entry| entry.intent);
        frame.context = context;
        None
    }

    /// Plays out the exchanges of the position in the next frame (quiescence), alerted as [`Arrival`] tells it.
    fn quiesce(&mut self, window: (i32, i32), ply: usize, quiet: u32, mut impression: Impression) -> i32 {
        let position = &self.frames[self.open].position;
        // What is not selective has not asked yet.
        impression.alerted |= !self.options.selective && self.rules.alert(position).is_some();
        let adjudicated = self.plies_to_adjudication(quiet);
        self.quiescence.value(&self.rules, &self.table, position, impression, window, ply, 0, adjudicated)
    }

    /// Values a position that recurs, in which nothing has happened for too long, or that nobody can win any more.
    fn drawn(&self, position: &R::Position, visit: Visit, quiet: u32, ply: usize) -> Option<Found> {
        let recurrence = self.cycles.recurrence(visit.key);
        let exhausted = self.watches_quiet && self.quiet_bound.is_some_and(|bound| quiet >= bound)
            || self.rules.is_dead(position);
        if recurrence.is_none() && !exhausted {
            return None;
        }
        // The rules' own endings come before adjudication.
        if !self.rules.has_moves(position) {
            return free(of_outcome(self.rules.stranded(position), position.side_to_move(), ply));
        }
        let value = recurrence
            .and_then(|recurrence| self.repeated(position, visit, recurrence))
            .map_or(DRAW, |outcome| of_outcome(outcome, position.side_to_move(), ply));
        let taint = match recurrence {
            Some(Recurrence::OnPath(earlier)) if !exhausted => earlier,
            // Who warned whom on this path may decide.
            Some(Recurrence::InGame) if !self.rules.repetitions().is_empty() => 0,
            _ => FREE,
        };
        Some(Found { value, taint })
    }

    /// Returns what the recurrence of a position comes to, where the rules say more than that it is drawn.
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
        let warners = self.cycles.warners(recurrence, visit);
        all.iter().find_map(|repetition| repetition.outcome(position.side_to_move(), warners))
    }

    pub(super) fn visit(&self, position: &R::Position) -> Visit {
        let key = self.rules.repetition_key(position);
        let asks = key.is_some() && !self.rules.repetitions().is_empty();
        let turn = asks.then(|| (position.side_to_move(), self.rules.alert(position).is_some()));
        Visit { key, turn }
    }

    /// Returns whether a side's position seems better than before its last move.
    fn improves(&self, mover: entourage_kernel::Side, estimate: i32) -> bool {
        let earlier = self.frames[..self.open].iter().rev().skip(1);
        let before = earlier.take(3).find(|frame| frame.position.side_to_move() == mover);
        before.is_some_and(|frame| frame.estimate.is_none_or(|earlier| estimate > earlier))
    }

    /// Returns the quiet plies after which the organisers' limit draws, as far as this depth can reach it.
    fn plies_to_adjudication(&self, quiet: u32) -> u32 {
        match self.quiet_bound {
            Some(bound) if self.watches_quiet => bound.saturating_sub(quiet),
            _ => ENDLESS,
        }
    }

    /// Returns the quiet plies after which a game ends, by the rules or by the organisers' limit.
    pub(super) fn plies_left(&self, position: &R::Position, quiet: u32) -> u32 {
        let own = self.rules.plies_to_quiet_end(position).unwrap_or(ENDLESS);
        own.min(self.plies_to_adjudication(quiet))
    }

    /// Distinguishes positions in the table by the quiet plies left where the depth reaches the end of these.
    fn quiet_salt(&self, plies_left: u32, depth: usize) -> u64 {
        if plies_left as usize <= depth + BEYOND { mix(u64::from(plies_left) + 1) } else { 0 }
    }

    /// Stores a value found within a window.
    #[expect(clippy::too_many_arguments, reason = "they are the entry's fields")]
    pub(super) fn remember(
        &self,
        key: u64,
        intent: Option<Intent>,
        estimate: Option<i32>,
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
        let score = from_root_to_node(value, ply);
        self.table.store(key, Entry { intent, score, estimate, depth, bound, is_fresh: true });
    }
}
