//! Attackers of squares, and reasons why pieces cannot be captured, according to the reference implementation (law).

use entourage_kernel::{Kind, Peril, Piece, Reason, Side, Square, SquareSet};

use crate::Edition;
use crate::bare::Pieces;
use crate::piece::{ANGEL, GENIUS, SOLDIER, TODDLER};
use crate::powers::Powers;

/// Returns how many pieces must attack a piece of this kind to capture it (power 5).
pub(crate) fn falls_to(kind: Kind) -> usize {
    if matches!(kind, ANGEL | GENIUS) { 2 } else { 1 }
}

/// Returns the pieces of `side` that can capture the enemy piece on `square` or, if there is none, could capture an
/// enemy Soldier there. Empty for the square of the side's own Toddler.
pub(crate) fn attackers(pieces: &Pieces, edition: Edition, side: Side, square: Square) -> SquareSet {
    match pieces.piece_at(square) {
        Some(piece) if piece.side() != side => Powers::of(pieces, edition).attackers(!side, square),
        Some(piece) if piece.kind() == TODDLER => SquareSet::EMPTY,
        _ => {
            let mut asked = *pieces;
            asked.take(square);
            asked.put(square, Piece::new(SOLDIER, !side));
            Powers::of(&asked, edition).attackers(!side, square)
        }
    }
}

/// Returns the powers that protect a piece: those acting on it or, if there are none, those restricting its attackers.
pub(crate) fn shields(pieces: &Pieces, edition: Edition, square: Square) -> Vec<Reason> {
    let Some(piece) = pieces.piece_at(square) else { return Vec::new() };
    let (powers, side) = (Powers::of(pieces, edition), piece.side());
    let mut reasons = powers.safety_reasons(side, square);
    if !reasons.is_empty() {
        return reasons;
    }
    if let Some((_, a, b)) = powers.freeze() {
        return vec![Reason::new("frozen", "power-7", [a, b])];
    }
    if powers.invulnerability(side, square).is_some() {
        let attackers = powers.attackers(side, square);
        reasons.push(Reason::new("falls-to-two", "T6", [square].into_iter().chain(attackers)));
    }
    for from in pieces.side(!side) {
        if !powers.ways(from, square).is_empty() {
            reasons.extend(powers.captor_reasons(from, square));
        }
    }
    reasons
}

pub(crate) fn peril(reason: &Reason) -> Option<Peril> {
    let first = match reason.code.as_str() {
        "threatened" => 1,
        // `squares[1]` is the square of the other Toddler, not of an attacker.
        "toddler-contact" => 2,
        _ => return None,
    };
    let attackers = reason.squares.get(first..)?.to_vec();
    Some(Peril { square: *reason.squares.first()?, attackers })
}
