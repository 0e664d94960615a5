//! Attackers of squares, according to the reference implementation (law).

use entourage_kernel::{Board, Peril, Piece, Reason, Side, Square, SquareSet};

use crate::geometry::{PAWN_ATTACKS, forward, step};
use crate::law::checkers;
use crate::piece::PAWN;
use crate::position::Position;

/// Returns the pieces of a side that attack a square, including en passant.
pub(crate) fn attackers(position: &Position, side: Side, square: Square) -> SquareSet {
    let pieces = &position.pieces;
    let mut found: SquareSet = checkers(pieces, !side, square).filter(|&from| from != square).collect();
    let behind = position.state.passed.filter(|&passed| step(passed, forward(!side)) == Some(square));
    if let Some(passed) = behind
        && position.side == side
        && position.piece_at(square) == Some(Piece::new(PAWN, !side))
    {
        let attacks = |from: &Square| PAWN_ATTACKS[side.index()][from.index()].contains(passed);
        found |= pieces.of(side, PAWN).into_iter().filter(attacks).collect();
    }
    found
}

pub(crate) fn peril(reason: &Reason) -> Option<Peril> {
    match reason.squares.split_first() {
        Some((&square, attackers)) if reason.code == "in-check" => {
            Some(Peril { square, attackers: attackers.to_vec() })
        }
        _ => None,
    }
}
