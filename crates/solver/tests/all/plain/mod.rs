//! Reference implementation for the solver: plain recursion, and positions of Struggle without Rules.

use entourage_kernel::{Board, Evaluate, Random, Rules, Side, Specimens};
use entourage_struggle::{Position, Struggle};

/// Returns whether a side can force a win within `plies`, by plain recursion as in the definition.
pub fn wins<R: Evaluate>(rules: &R, position: &R::Position, attacker: Side, plies: u16) -> bool {
    if let Some(outcome) = rules.outcome(position) {
        return outcome.winner == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let mut children = moves.into_iter().map(|intent| rules.play_unchecked(position, intent));
    if position.side_to_move() == attacker {
        children.any(|child| wins(rules, &child, attacker, plies - 1))
    } else {
        children.all(|child| wins(rules, &child, attacker, plies - 1))
    }
}

/// Places the pieces of Struggle randomly, without any Rules, so that colours do not matter.
pub fn scatter_plain(rules: &Struggle, random: &mut Random) -> Option<Position> {
    let text = rules.write_position(&rules.scatter(random)?).replace(['X', 'x'], "1");
    let board = text.split(' ').next()?;
    rules.read_position(&format!("{board} {} - - - - -", 1 + random.below(2))).ok()
}
