//! Enumerates lines of play, and decides whether the goal can be reached within a number of turns.

use std::collections::{BTreeMap, HashMap};

use entourage_kernel::{Adjudication, Board, Evaluate, Intent, Outcome, Past, Side, mix};

use super::{CompositionError, Stipulation, Task};

/// The result of a search that a limit can stop.
pub(super) type Result<T> = std::result::Result<T, CompositionError>;

/// Maximum number of results in the transposition table, about 100 MiB.
const MAX_KNOWN: usize = 1 << 21;
/// Maximum number of plies of a line.
const MAX_PLIES: usize = 500;
/// Number of positions between progress reports.
const REPORT_INTERVAL: u64 = 1 << 14;

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// The number of positions examined.
    pub positions: u64,
    /// The number of turns within which the goal is currently sought.
    pub turns: u16,
    /// The number of first moves examined for this number of turns.
    pub done: usize,
    /// The number of first moves.
    pub total: usize,
}

pub(super) struct Search<'s, R: Evaluate> {
    pub(super) rules: &'s R,
    pub(super) task: Task,
    /// The side whose turns are counted.
    pub(super) first: Side,
    pub(super) past: Past,
    winner: Option<Side>,
    in_force: Adjudication,
    /// How many times a position must occur for the game to end.
    repetition: Option<u64>,
    known: HashMap<[u64; 2], bool>,
    /// For each number of turns left and side, the move that last decided a position; it is tried first.
    decisive: HashMap<(u16, Side), Intent>,
    progress: Progress,
    report: &'s mut dyn FnMut(Progress),
}

/// A position after a move, after which the other side's turn is skipped if the stipulation demands it.
pub(super) struct After<P> {
    pub(super) next: P,
    pub(super) turns: u16,
    pub(super) outcome: Option<Outcome>,
    /// Whether the line can continue.
    pub(super) is_open: bool,
}

impl<'s, R: Evaluate> Search<'s, R> {
    pub(super) fn new(
        rules: &'s R,
        adjudication: Adjudication,
        start: &R::Position,
        task: Task,
        report: &'s mut dyn FnMut(Progress),
    ) -> Self {
        let first = start.side_to_move();
        let in_force = adjudication.and(rules.adjudication());
        let own = rules.repetitions().iter().map(|repetition| repetition.occurrence).min();
        Self {
            rules,
            task,
            first,
            past: Past::new(rules, start),
            winner: match task.stipulation {
                Stipulation::Win | Stipulation::Series => Some(first),
                Stipulation::Draw => None,
                Stipulation::SelfWin | Stipulation::Help => Some(!first),
            },
            in_force,
            repetition: own.or(in_force.repetition).map(u64::from),
            known: HashMap::new(),
            decisive: HashMap::new(),
            progress: Progress::default(),
            report,
        }
    }

    /// Plays a legal move and adds it to the history, from which the caller removes it.
    pub(super) fn step(&mut self, at: &R::Position, intent: Intent, turns: u16) -> Result<After<R::Position>> {
        if self.progress.positions >= self.task.limit || self.past.plies() >= MAX_PLIES {
            return Err(CompositionError::Limit(self.progress));
        }
        self.progress.positions += 1;
        if self.progress.positions.is_multiple_of(REPORT_INTERVAL) {
            (self.report)(self.progress);
        }
        let next = self.rules.play_unchecked(at, intent);
        self.past.push(self.rules, self.rules.is_decisive(at, intent), &next);
        let is_first = next.side_to_move() == self.first;
        let turns = if at.side_to_move() == self.first && !is_first { turns.saturating_sub(1) } else { turns };
        let mut outcome = self.rules.outcome(&next);
        if self.task.stipulation != Stipulation::Series {
            outcome = outcome.or_else(|| self.past.outcome(self.rules, self.in_force, &next));
            let is_open = outcome.is_none() && !(is_first && turns == 0);
            return Ok(After { next, turns, outcome, is_open });
        }
        if is_first || self.is_reached(outcome.as_ref()) {
            return Ok(After { is_open: outcome.is_none(), next, turns, outcome });
        }
        // A side without moves does not end a series, because its turn is skipped.
        let can_skip = turns > 0 && self.rules.terminal(&next).is_none();
        Ok(match self.turned(&next).filter(|_| can_skip) {
            Some(next) => After { next, turns, outcome: None, is_open: true },
            None => After { next, turns, outcome, is_open: false },
        })
    }

    pub(super) fn is_reached(&self, outcome: Option<&Outcome>) -> bool {
        outcome.is_some_and(|outcome| outcome.winner == self.winner)
    }

    /// Returns the position with the other side to move, if the rules allow it.
    pub(super) fn turned(&self, at: &R::Position) -> Option<R::Position> {
        let turned = self.rules.turned(at)?;
        // Parsing rejects positions in which the side that is not to move is in danger.
        self.rules.read_position(&self.rules.write_position(&turned)).ok()
    }

    /// Returns whether one move to the goal is enough; otherwise, all moves must lead there.
    pub(super) fn is_choice(&self, at: &R::Position) -> bool {
        self.task.stipulation.is_cooperative() || at.side_to_move() == self.first
    }

    /// Returns the legal moves, sorted by notation.
    pub(super) fn ordered(&self, at: &R::Position) -> Vec<Intent> {
        let mut moves = self.rules.list_moves(at);
        moves.sort_by_cached_key(|&intent| self.rules.write_move(intent));
        moves
    }

    /// Returns the moves after which the goal is reached, sorted by notation.
    pub(super) fn solving(&mut self, at: &R::Position, turns: u16) -> Result<Vec<Intent>> {
        let is_start = self.past.plies() == 0;
        let moves = self.ordered(at);
        if is_start {
            self.progress = Progress { turns, done: 0, total: moves.len(), ..self.progress };
        }
        let mut found = Vec::new();
        for intent in moves {
            if self.reaches(at, intent, turns)? {
                found.push(intent);
            }
            self.progress.done += usize::from(is_start);
        }
        Ok(found)
    }

    /// Returns whether the goal is reached after a move.
    pub(super) fn reaches(&mut self, at: &R::Position, intent: Intent, turns: u16) -> Result<bool> {
        let After { next, turns, outcome, is_open } = self.step(at, intent, turns)?;
        let found = if is_open { self.solves(&next, turns)? } else { self.is_reached(outcome.as_ref()) };
        self.past.pop();
        Ok(found)
    }

    fn solves(&mut self, at: &R::Position, turns: u16) -> Result<bool> {
        let key = self.key(at, turns);
        if let Some(&found) = key.and_then(|key| self.known.get(&key)) {
            return Ok(found);
        }
        let is_choice = self.is_choice(at);
        let mut moves = self.rules.list_moves(at);
        let slot = (turns, at.side_to_move());
        let likely = self.decisive.get(&slot);
        if let Some(at) = likely.and_then(|likely| moves.iter().position(|one| one == likely)) {
            moves.swap(0, at);
        }
        let mut found = !is_choice;
        for intent in moves {
            if self.reaches(at, intent, turns)? == is_choice {
                self.decisive.insert(slot, intent);
                found = is_choice;
                break;
            }
        }
        if let Some(key) = key.filter(|_| self.known.len() < MAX_KNOWN) {
            self.known.insert(key, found);
        }
        Ok(found)
    }

    /// Returns a key that is equal only if the same goals can be reached; it contains the earlier positions that could still lead to a
    /// draw by repetition. Returns `None` if the result is not worth storing.
    fn key(&self, at: &R::Position, turns: u16) -> Option<[u64; 2]> {
        if turns == 0 {
            return None;
        }
        let quiet = self.in_force.quiet_limit.map(|_| self.past.quiet_plies());
        let counters = quiet.into_iter().chain(self.rules.plies_to_quiet_end(at));
        let mut history = counters.fold(mix(turns.into()), |key, count| mix(key ^ u64::from(count)));
        if let Some(limit) = self.repetition.filter(|_| self.task.stipulation != Stipulation::Series) {
            let mut occurrences = BTreeMap::new();
            self.past.keys().for_each(|key| *occurrences.entry(key).or_insert(0_u64) += 1);
            // A position occurs at most once more per turn, and once more at the end of the other side's turn.
            let further = u64::from(turns) + u64::from(at.side_to_move() != self.first);
            for (key, count) in occurrences.into_iter().filter(|(_, count)| count + further >= limit) {
                // Some rules on repetition depend on all moves in between.
                if !self.rules.repetitions().is_empty() {
                    return None;
                }
                history = mix(history ^ mix(key.wrapping_add(count)));
            }
        }
        Some([at.hash(), history])
    }
}
