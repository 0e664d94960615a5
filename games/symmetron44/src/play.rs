use entourage_kernel::{Intent, Side, SmallSet};

use crate::geometry::launching_square;
use crate::notation::Choice;
use crate::piece::KNIGHT;
use crate::position::{Pieces, Position};

pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let mut next = *position;
    play_into(position, intent, &mut next);
    next
}

#[inline]
pub(crate) fn play_into(position: &Position, intent: Intent, next: &mut Position) {
    *next = *position;
    let side = position.side;
    next.side = !side;
    let Some(from) = intent.first() else { return };
    let choice = intent.choice();
    let to = intent.square(1).unwrap_or(from);
    let pieces = &mut next.pieces;
    let captured = SmallSet::of(intent.last().unwrap_or(from)) & pieces.side(!side);
    let recruits = captured.intersects(pieces.kind(KNIGHT));
    let mut kind = pieces.kind_at(from);

    // Clearing the squares and then placing the piece works for every kind of captured piece.
    pieces.clear(captured.with(from));
    if choice != 0 {
        match Choice::of(intent) {
            Some(Choice::Explode) => return,
            Some(Choice::Mutate(new) | Choice::Promote(new)) => kind = new,
            _ => {}
        }
    }
    pieces.fill(SmallSet::of(to), kind, side);
    // Power 6: a move from the Launching Square cannot capture, so the recruit can be placed before or after the move.
    if recruits {
        recruit(pieces, side);
    }
}

fn recruit(pieces: &mut Pieces, side: Side) {
    let square = launching_square(side);
    if !pieces.occupied().contains(square) {
        pieces.fill(SmallSet::of(square), KNIGHT, side);
    }
}
