use entourage_kernel::{Intent, SmallSet, Square};

use crate::geometry::launching_square;
use crate::notation::Choice;
use crate::piece::KNIGHT;
use crate::position::Position;

/// Returns the position after a legal move.
#[inline]
pub(crate) fn play(position: &Position, intent: Intent) -> Position {
    let side = position.side();
    let mut pieces = *position.placement();
    let Some(from) = intent.first() else { return *position };
    let choice = intent.choice();
    let to = intent.square(1).unwrap_or(from);
    let captured = SmallSet::of(intent.square(2).unwrap_or(to)) & pieces.side(!side);
    let recruits = captured.intersects(pieces.kind(KNIGHT));
    let mut kind = pieces.kind_at(from);

    // Whatever stands on the squares goes, and what moved comes back: nobody needs to know the victim.
    pieces.clear(captured.with(from));
    if choice != 0 {
        match Choice::of(intent) {
            Some(Choice::Explode) => return Position::new(pieces, !side),
            Some(Choice::Mutate(new) | Choice::Promote(new)) => kind = new,
            _ => {}
        }
    }
    pieces.fill(SmallSet::of(to), kind, side);
    // Power 6: nobody can leave the Launching Square and capture in one move, so before or after is the same.
    if recruits {
        recruit(&mut pieces, side);
    }
    Position::new(pieces, !side)
}

fn recruit(pieces: &mut crate::position::Pieces, side: entourage_kernel::Side) {
    let square: Square = launching_square(side);
    if !pieces.occupied().contains(square) {
        pieces.fill(SmallSet::of(square), KNIGHT, side);
    }
}
