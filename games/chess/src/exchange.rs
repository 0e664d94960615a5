use entourage_kernel::{Intent, Kind, Piece, Side, SmallSet, Square, settle_exchange};

use crate::evaluation::worth;
use crate::generate::attackers;
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::position::{Pieces, Position};

/// The kinds of pieces by increasing value; the king captures last because it cannot be recaptured.
const CAPTORS: [Kind; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
const ROYAL: i32 = 10_000;

/// Estimates a move's gain after all recaptures on its last square (static exchange evaluation). Ignores pins.
pub(crate) fn exchange(position: &Position, intent: Intent, gain: i32) -> i32 {
    let pieces = &position.pieces;
    let (Some(from), Some(target)) = (intent.first(), intent.last()) else { return gain };
    let Some(mover) = pieces.piece_at(from).map(Piece::kind).filter(|&kind| kind != KING) else { return gain };
    let standing = if intent.choice() == 0 { mover } else { Kind(intent.choice()) };
    let mut gone = SmallSet::of(from);
    let mut occupied = pieces.occupied().without(from).with(target);
    let mut owner = position.side;
    settle_exchange(gain, worth(standing), || {
        let found = attackers(pieces, owner, target, occupied) - gone;
        let (kind, at) = cheapest(pieces, !owner, found)?;
        gone.insert(at);
        occupied.remove(at);
        owner = !owner;
        Some(if kind == KING { ROYAL } else { worth(kind) })
    })
}

fn cheapest(pieces: &Pieces, side: Side, among: SmallSet) -> Option<(Kind, Square)> {
    if among.is_empty() {
        return None;
    }
    CAPTORS.into_iter().find_map(|kind| Some((kind, (among & pieces.of(side, kind)).first()?)))
}
