use entourage_kernel::{Board, Intent, Piece};

use crate::piece::{CAPTAIN, SOLDIER, promotes_soldier};
use crate::position::{Position, State};

/// Returns the position after a legal move.
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let mut next = *position;
    play_on(position, intent, &mut next);
    next
}

/// Writes the position after a legal move over another one.
#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    next.clone_from(position);
    play_on(position, intent, next);
}

/// Plays a legal move on a copy of its position.
#[inline]
fn play_on(position: &Position, intent: Intent, next: &mut Position) {
    let side = position.side();
    let (Some(from), Some(second)) = (intent.square(0), intent.square(1)) else {
        next.bare.set_turn(!side, State { passes: position.state().passes + 1 });
        return;
    };
    let Some(mut piece) = next.bare.take(from) else { return };
    let captured = next.bare.take(second);
    let to = intent.square(2).unwrap_or(second);
    match captured {
        Some(other) if other.side() == side => next.bare.put(from, other),
        Some(victim) if piece.kind() == SOLDIER && promotes_soldier(victim.kind()) => {
            piece = Piece::new(CAPTAIN, side);
        }
        _ => {}
    }
    next.bare.put(to, piece);
    next.bare.set_turn(!side, State { passes: 0 });

    let occupied = next.bare.occupied();
    match captured {
        Some(other) if other.side() == side => next.reach.relocate(other, second, from, occupied),
        Some(victim) => next.reach.remove(victim, second),
        None => {}
    }
    next.reach.relocate(piece, from, to, occupied);
    next.reach.refresh(&position.reach, position.occupied() ^ occupied, occupied);
}
