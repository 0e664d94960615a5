//! A reference solver by plain recursion, and random positions of plain Struggle (neither player has Rules).

use entourage_kernel::{Board, Evaluate, Random, Rules, Side, Specimens};
use entourage_struggle::{Position, Struggle};

/// Returns whether `attacker` can force a win within `plies`, by exhaustive recursion.
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

/// Returns a random position of plain Struggle, in which colours do not matter; `None` if the position is invalid.
pub fn scatter_plain(rules: &Struggle, random: &mut Random) -> Option<Position> {
    let text = rules.write_position(&rules.scatter(random)?).replace(['X', 'x'], "1");
    let board = text.split(' ').next()?;
    rules.read_position(&format!("{board} {} - - - - -", 1 + random.below(2))).ok()
}
