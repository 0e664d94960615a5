//! The reference implementation for the search: plain minimax without table, windows or ordering, written independently.

use std::cell::Cell;

use entourage_kernel::{Board, Evaluate, History, Intent, Outcome, Side};
use entourage_search::{MATE, Options, Progress, Search};

fn deepen<R: Evaluate>(search: &mut Search<R>, depth: u32) {
    while search.depth() < depth && search.advance(u64::MAX) != Progress::Finished {}
}

/// Checks the search against minimax at depths 1 to `depth`: the best score, and all move scores within `slack` of it.
/// Returns `false` if minimax would need more than `budget` nodes.
pub fn compare<R: Evaluate>(history: &History<R>, depth: u32, slack: i32, budget: u64) -> bool {
    let mut search =
        Search::new(history, Options { table_mb: 1, slack, selective: false, ..Options::default() });
    for depth in 1..=depth {
        deepen(&mut search, depth);
        if search.depth() < depth {
            let score = search.best().unwrap().score;
            assert!(score.plies_to_end().is_some(), "gave up early at {score}");
            return true;
        }
        let Some(expected) = minimax(history, depth as usize, budget) else { return false };
        let highest = expected.iter().map(|(_, value)| *value).max().unwrap();
        let best = search.best().unwrap();
        let position = history.rules().write_position(history.position());
        assert_eq!(best.score.number(), highest, "depth {depth}, {position}, {:?}", history.moves());
        assert!(expected.contains(&(best.intent, highest)), "depth {depth}, {:?}, {position}", best.intent);
        for &(intent, value) in &expected {
            let ranked = search.ranking().iter().find(|variation| variation.intent == intent);
            match ranked {
                Some(variation) => {
                    assert_eq!(variation.score.number(), value, "depth {depth}, {intent:?}, {position}")
                }
                None => assert!(value <= highest - slack, "depth {depth}, {intent:?} is missing, {position}"),
            }
        }
    }
    true
}

/// Returns the value of every legal move at a depth, or `None` if the node budget is used up.
fn minimax<R: Evaluate>(history: &History<R>, depth: usize, budget: u64) -> Option<Vec<(Intent, i32)>> {
    let rules = history.rules();
    let key = |position: &R::Position| rules.repetition_key(position);
    let tree = Minimax {
        rules,
        past: history.past().keys().collect(),
        occurrences: history.adjudication().repetition.unwrap_or(3) as usize,
        quiet_bound: history.adjudication().quiet_limit.map_or(u32::MAX, |limit| 2 * limit),
        budget: Cell::new(budget),
    };
    let root = history.position();
    let path = [key(root)];
    let value = |intent: Intent| {
        let left = if intent.is_empty() { depth.max(2) } else { depth } - 1;
        tree.move_value(root, intent, left, &path, history.quiet_plies())
    };
    let values = history.legal_moves().into_iter().map(|intent| (intent, value(intent))).collect();
    (tree.budget.get() > 0).then_some(values)
}

const INFINITE: i32 = MATE + 1;

struct Minimax<'a, R: Evaluate> {
    rules: &'a R,
    past: Vec<u64>,
    occurrences: usize,
    quiet_bound: u32,
    /// The number of nodes left to search; values are invalid once it is 0.
    budget: Cell<u64>,
}

impl<R: Evaluate> Minimax<'_, R> {
    fn move_value(
        &self,
        from: &R::Position,
        intent: Intent,
        depth: usize,
        path: &[Option<u64>],
        quiet: u32,
    ) -> i32 {
        let to = self.rules.play_unchecked(from, intent);
        let quiet = if self.rules.is_decisive(from, intent) { 0 } else { quiet + 1 };
        let value = self.value(&to, depth, path, quiet);
        if to.side_to_move() == from.side_to_move() { value } else { -value }
    }

    fn is_spent(&self) -> bool {
        self.budget.set(self.budget.get().saturating_sub(1));
        self.budget.get() == 0
    }

    fn value(&self, position: &R::Position, depth: usize, path: &[Option<u64>], quiet: u32) -> i32 {
        if self.is_spent() {
            return 0;
        }
        let side = position.side_to_move();
        if let Some(outcome) = self.rules.outcome(position) {
            return ended(outcome, side, path.len());
        }
        let key = self.rules.repetition_key(position);
        let past = self.past.iter().filter(|&&other| Some(other) == key).count();
        if key.is_some() && (past + 1 >= self.occurrences || path.contains(&key)) || quiet >= self.quiet_bound {
            return 0;
        }
        if self.rules.is_dead(position) {
            return 0;
        }
        if depth == 0 {
            return self.settle(position, path.len(), 0, quiet, (-INFINITE, INFINITE));
        }
        let path = [path, &[key]].concat();
        let moves = self.rules.list_moves(position);
        let values = moves.into_iter().map(|intent| self.move_value(position, intent, depth - 1, &path, quiet));
        values.max().expect("a game that goes on has moves")
    }

    /// Plays out captures for at most 16 plies, with all moves of a side in check during the first 6. Alpha-beta bounds keep the
    /// running time acceptable; moves are not ordered.
    fn settle(&self, position: &R::Position, ply: usize, depth: usize, quiet: u32, window: (i32, i32)) -> i32 {
        if self.is_spent() {
            return 0;
        }
        let side = position.side_to_move();
        if let Some(outcome) = self.rules.outcome(position) {
            return ended(outcome, side, ply);
        }
        if quiet >= self.quiet_bound || self.rules.is_dead(position) {
            return 0;
        }
        let (mut alpha, beta) = window;
        let mut moves = Vec::new();
        let mut best = -INFINITE;
        if depth < 6 && self.rules.alert(position).is_some() {
            self.rules.legal_moves(position, &mut moves);
        } else {
            best = self.rules.evaluate(position);
            if depth < 16 {
                self.rules.noisy_moves(position, &mut moves);
            }
        }
        for intent in moves {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let to = self.rules.play_unchecked(position, intent);
            let quiet = if self.rules.is_decisive(position, intent) { 0 } else { quiet + 1 };
            best = best.max(if to.side_to_move() == side {
                self.settle(&to, ply + 1, depth + 1, quiet, (alpha, beta))
            } else {
                -self.settle(&to, ply + 1, depth + 1, quiet, (-beta, -alpha))
            });
        }
        best
    }
}

fn ended(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == side => MATE - ply as i32,
        Some(_) => ply as i32 - MATE,
    }
}
