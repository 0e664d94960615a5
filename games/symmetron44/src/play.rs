use entourage_kernel::{Intent, Piece};

use crate::geometry::launching_square;
use crate::notation::Choice;
use crate::piece::KNIGHT;
use crate::position::{Position, State};

/// Returns the position after a legal move.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let side = position.side();
    let mut next = *position;
    next.set_turn(!side, State);
    let Some(from) = intent.first() else { return next };
    let Some(mut piece) = next.take(from) else { return next };
    match Choice::of(intent) {
        Some(Choice::Explode) => {
            intent.square(1).and_then(|enemy| next.take(enemy));
            return next;
        }
        Some(Choice::Mutate(kind)) => {
            next.put(from, Piece::new(kind, side));
            return next;
        }
        Some(Choice::Promote(kind)) => piece = Piece::new(kind, side),
        _ => {}
    }
    let to = intent.square(1).unwrap_or(from);
    let victim = next.take(intent.square(2).unwrap_or(to));
    next.put(to, piece);
    // Power 6: nobody can leave the Launching Square and capture in one move, so before or after is the same.
    if victim.is_some_and(|victim| victim.kind() == KNIGHT) {
        let square = launching_square(side);
        if next.placement().piece_at(square).is_none() {
            next.put(square, Piece::new(KNIGHT, side));
        }
    }
    next
}
