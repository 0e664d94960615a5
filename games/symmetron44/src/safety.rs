//! Attackers of squares, and reasons why pieces cannot be captured, according to the reference implementation (law).

use entourage_kernel::{Peril, Piece, Reason, Side, Square, SquareSet};

use crate::movement::{captures, captures_with};
use crate::piece::{KING, PAWN, is_untouchable};
use crate::position::Pieces;
use crate::powers::Powers;

/// Returns the pieces of `side` that can capture the enemy piece on `square` or, if there is none, could capture an
/// enemy Pawn there. Empty for the square of the side's own King.
pub(crate) fn attackers(pieces: &Pieces, side: Side, square: Square) -> SquareSet {
    let of = |pieces: &Pieces| {
        let own = pieces.side(side).into_iter();
        own.filter(|&from| from != square && captures(pieces, from, square)).collect()
    };
    match pieces.piece_at(square) {
        Some(piece) if piece.side() != side && is_untouchable(piece.kind()) => SquareSet::EMPTY,
        Some(piece) if piece.side() != side => of(pieces),
        Some(piece) if piece.kind() == KING => SquareSet::EMPTY,
        _ => {
            let mut asked = *pieces;
            asked.take(square);
            asked.put(square, Piece::new(PAWN, !side));
            of(&asked)
        }
    }
}

/// Returns the powers that protect a piece from capture: its own power 4, or the powers that prevent riders from capturing it.
pub(crate) fn shields(pieces: &Pieces, square: Square) -> Vec<Reason> {
    let Some(piece) = pieces.piece_at(square) else { return Vec::new() };
    if is_untouchable(piece.kind()) {
        return vec![Reason::new("untouchable", "power-4", [square, square])];
    }
    let powers = Powers::of(pieces);
    let mut reasons = Vec::new();
    for from in pieces.side(!piece.side()) {
        if captures(pieces, from, square) {
            continue;
        }
        let (symmetriser, reducer) = (powers.symmetriser(from), powers.reducer(from));
        let would = |symmetrised, reduced| {
            let gait = powers.gait_if(from, symmetrised, reduced);
            gait.is_some() && captures_with(pieces, gait, from, square)
        };
        if let Some(reducer) = reducer
            && would(symmetriser.is_some(), false)
        {
            reasons.push(Reason::new("reduced", "power-3", [from, square, reducer]));
        } else if let Some(shs) = symmetriser
            && would(false, reducer.is_some())
        {
            reasons.push(Reason::new("symmetrised", "power-1", [from, square, shs]));
        }
    }
    reasons
}

pub(crate) fn peril(reason: &Reason) -> Option<Peril> {
    match reason.squares.split_first() {
        Some((&square, attackers)) if reason.code == "exposed" => {
            Some(Peril { square, attackers: attackers.to_vec() })
        }
        _ => None,
    }
}
