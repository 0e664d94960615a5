use entourage_kernel::{Intent, Piece};

use crate::piece::{CAPTAIN, SOLDIER, promotes_soldier};
use crate::position::{Position, State};

/// Returns the position after a legal move.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let side = position.side();
    let mut next = *position;
    let (Some(from), Some(second)) = (intent.square(0), intent.square(1)) else {
        next.set_turn(!side, State { passes: position.state().passes + 1 });
        return next;
    };
    let Some(mut piece) = next.take(from) else { return next };
    let captured = next.take(second);
    let to = intent.square(2).unwrap_or(second);
    match captured {
        Some(other) if other.side() == side => next.put(from, other),
        Some(victim) if piece.kind() == SOLDIER && promotes_soldier(victim.kind()) => {
            piece = Piece::new(CAPTAIN, side);
        }
        _ => {}
    }
    next.put(to, piece);
    next.set_turn(!side, State { passes: 0 });
    next
}
