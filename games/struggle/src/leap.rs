use entourage_kernel::{Board, Reason, Square};

use crate::position::Position;

/// Returns the reasons why a jump or Catapult is illegal: no piece to jump, an occupied landing space, or a Pact.
pub(crate) fn leap_reasons(position: &Position, from: Square, over: &[Square], to: Square) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if position.piece_at(over[0]).is_none() {
        reasons.push(Reason::new("nothing-to-jump", "jump", [from, over[0]]));
    }
    if position.piece_at(to).is_some() {
        reasons.push(Reason::new("landing-occupied", "jump", [from, to]));
    }
    for &jumped in over {
        if position.state.pact(position.piece_at(from), position.piece_at(jumped)) {
            reasons.push(Reason::new("pact-forbids", "G9", [from, jumped]));
        }
    }
    reasons
}
