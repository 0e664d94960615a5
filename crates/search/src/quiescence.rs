use entourage_kernel::{Board, Evaluate, Intent};

use crate::ordering::{Ranked, pick, rank_gain};
use crate::score::{INFINITE, of_outcome};

/// The plies after which exchanges are cut short and estimated.
pub(crate) const LONGEST: usize = 16;
/// The plies during which a side in alert tries all its moves.
pub(crate) const ALERTED: usize = 6;

/// Plays exchanges out at the leaves, so that only quiet positions are estimated.
///
/// A side may always stop and take the estimate, unless it is in alert (`Rules::alert`): then all its
/// moves are tried, during the first [`ALERTED`] plies. The value depends on the position alone, never on
/// the line that led there.
#[derive(Default)]
pub(crate) struct Quiescence {
    /// Counts the positions looked at.
    pub nodes: u64,
    generated: Vec<Intent>,
    ranked: Vec<Vec<Ranked>>,
}

impl Quiescence {
    /// Values a position that is not terminal, `ply` plies below the root, within a window (fail-soft).
    pub fn value<R: Evaluate>(
        &mut self,
        rules: &R,
        position: &R::Position,
        window: (i32, i32),
        ply: usize,
        depth: usize,
    ) -> i32 {
        let (mut alpha, beta) = window;
        let mover = position.side_to_move();
        self.generated.clear();
        let mut best;
        if depth < ALERTED && rules.alert(position).is_some() {
            rules.legal_moves(position, &mut self.generated);
            if self.generated.is_empty() {
                return of_outcome(rules.stranded(position), mover, ply);
            }
            best = -INFINITE;
        } else {
            if !rules.has_moves(position) {
                return of_outcome(rules.stranded(position), mover, ply);
            }
            best = rules.evaluate(position);
            if best >= beta || depth >= LONGEST {
                return best;
            }
            alpha = alpha.max(best);
            rules.noisy_moves(position, &mut self.generated);
        }
        if self.ranked.len() <= depth {
            self.ranked.resize_with(depth + 1, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.ranked[depth]);
        moves.clear();
        moves.extend(self.generated.iter().map(|&intent| (rank_gain(rules, position, intent), intent)));
        let mut next = 0;
        while let Some(intent) = pick(&mut moves, next) {
            next += 1;
            let child = rules.play_unchecked(position, intent);
            self.nodes += 1;
            let value = if let Some(outcome) = rules.terminal(&child) {
                of_outcome(outcome, mover, ply + 1)
            } else if child.side_to_move() == mover {
                self.value(rules, &child, (alpha, beta), ply + 1, depth + 1)
            } else {
                -self.value(rules, &child, (-beta, -alpha), ply + 1, depth + 1)
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        self.ranked[depth] = moves;
        best
    }
}
