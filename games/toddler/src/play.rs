use entourage_kernel::{Board, Intent, Piece, Square, SquareSet};

use crate::bare::State;
use crate::piece::{CAPTAIN, SOLDIER, promotes_soldier};
use crate::position::Position;

pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let mut next = *position;
    play_on(position, intent, &mut next);
    next
}

#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    next.clone_from(position);
    play_on(position, intent, next);
}

#[inline]
fn play_on(position: &Position, intent: Intent, next: &mut Position) {
    let side = position.side();
    let Some([from, to]) = intent.ends() else {
        next.bare.set_turn(!side, State { passes: position.state().passes + 1 });
        return;
    };
    let second = intent.square(1).unwrap_or(to);
    let (Some(piece), captured) = (position.piece_at(from), position.piece_at(second)) else { return };
    let mut changed = SquareSet::of(from) ^ SquareSet::of(to);
    match captured {
        None => next.bare.shift(piece, from, to),
        Some(nurse) if nurse.side() == side => {
            swap(next, piece, from, nurse, second);
            return;
        }
        Some(victim) => {
            changed ^= SquareSet::of(second);
            next.bare.take(second);
            next.reach.remove(victim, second);
            next.piece_sum.take(victim, second);
            next.bare.shift(piece, from, to);
            if piece.kind() == SOLDIER && promotes_soldier(victim.kind()) {
                let captain = Piece::new(CAPTAIN, side);
                next.bare.take(to);
                next.bare.put(to, captain);
                next.piece_sum.take(piece, to);
                next.piece_sum.put(captain, to);
            }
        }
    }
    next.piece_sum.shift(piece, from, to);
    next.bare.set_turn(!side, State { passes: 0 });
    // Computed from the previous position, because reading data that has just been written would stall.
    let occupied = position.occupied() ^ changed;
    next.reach.relocate(piece, from, to, occupied);
    next.reach.refresh(&position.reach, changed, occupied);
}

fn swap(next: &mut Position, toddler: Piece, from: Square, nurse: Piece, to: Square) {
    let side = next.side();
    next.bare.take(from);
    next.bare.shift(nurse, to, from);
    next.bare.put(to, toddler);
    next.piece_sum.shift(nurse, to, from);
    next.piece_sum.shift(toddler, from, to);
    next.bare.set_turn(!side, State { passes: 0 });
    let occupied = next.bare.occupied();
    next.reach.relocate(nurse, to, from, occupied);
    next.reach.relocate(toddler, from, to, occupied);
}
