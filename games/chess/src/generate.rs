//! The fast generator: checkers and pins once a position, then whole sets of targets.

use entourage_kernel::{Board, Kind, MoveSink, Path, Side, Square, SquareSet};

use crate::geometry::{
    KNIGHT_LEAPS, NEIGHBOURS, PAWN_ATTACKS, SIZE, between, bishop, forward, line_through, on_rank, rank_of,
    rook, step,
};
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK};
use crate::position::{Pieces, Position, castling_bit, king_of};

/// Hands over a pawn's moves, each in all ways of promoting if it promotes.
fn pawn_moves(from: Square, to: SquareSet, promotes: bool, sink: &mut impl MoveSink) {
    if promotes {
        PROMOTIONS.into_iter().for_each(|Kind(choice)| sink.fan(Path::from(from).with_choice(choice), to));
    } else {
        sink.fan(Path::from(from), to);
    }
}

/// Returns the enemies of a side that attack a square, `occupied` being the occupied squares.
#[inline]
pub(crate) fn attackers(pieces: &Pieces, side: Side, target: Square, occupied: SquareSet) -> SquareSet {
    let of = |kind| pieces.of(!side, kind);
    let at = target.index();
    let queens = of(QUEEN);
    PAWN_ATTACKS[side.index()][at] & of(PAWN)
        | KNIGHT_LEAPS[at] & of(KNIGHT)
        | NEIGHBOURS[at] & of(KING)
        | rook(target, occupied) & (of(ROOK) | queens)
        | bishop(target, occupied) & (of(BISHOP) | queens)
}

/// Tells whether the side to move is in check.
pub(crate) fn in_check(position: &Position) -> bool {
    let pieces = position.placement();
    let king = king_of(pieces, position.side());
    !attackers(pieces, position.side(), king, pieces.occupied()).is_empty()
}

/// Hands all legal moves to a sink, each once, the fifty-move rule left aside.
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    let pieces = position.placement();
    let side = position.side();
    let (own, enemies, occupied) = (pieces.side(side), pieces.side(!side), pieces.occupied());
    let king = king_of(pieces, side);
    let checkers = attackers(pieces, side, king, occupied);

    let beyond = occupied.without(king);
    let steps = (NEIGHBOURS[king.index()] - own)
        .into_iter()
        .filter(|&to| attackers(pieces, side, to, beyond.with(to)).is_empty())
        .collect();
    sink.fan(Path::from(king), steps);
    if checkers.is_several() {
        return;
    }
    let targets = match checkers.first() {
        Some(checker) => between(king, checker).with(checker),
        None => {
            castle(position, king, sink);
            !own
        }
    };
    let pinned = pinned(pieces, side, king);
    let safe = |from: Square| {
        if pinned.contains(from) { targets & line_through(king, from) } else { targets }
    };
    let queens = pieces.of(side, QUEEN);
    for from in pieces.of(side, KNIGHT) - pinned {
        sink.fan(Path::from(from), (KNIGHT_LEAPS[from.index()] & targets) - own);
    }
    for from in pieces.of(side, BISHOP) {
        sink.fan(Path::from(from), (bishop(from, occupied) & safe(from)) - own);
    }
    for from in pieces.of(side, ROOK) {
        sink.fan(Path::from(from), (rook(from, occupied) & safe(from)) - own);
    }
    for from in queens {
        sink.fan(Path::from(from), ((bishop(from, occupied) | rook(from, occupied)) & safe(from)) - own);
    }
    for from in pieces.of(side, PAWN) {
        let mut to = PAWN_ATTACKS[side.index()][from.index()] & enemies;
        if let Some(one) = step(from, forward(side)).filter(|&one| !occupied.contains(one)) {
            to.insert(one);
            if rank_of(side, from) == 1
                && let Some(two) = step(one, forward(side)).filter(|&two| !occupied.contains(two))
            {
                to.insert(two);
            }
        }
        pawn_moves(from, to & safe(from), rank_of(side, from) == SIZE - 2, sink);
    }
    if let Some(passed) = position.state().passed {
        // Two pawns leave one rank at once: pins do not cover that, so the move is tried.
        for from in PAWN_ATTACKS[(!side).index()][passed.index()] & pieces.of(side, PAWN) {
            if survives_en_passant(pieces, side, king, from, passed) {
                sink.fan(Path::from(from), SquareSet::of(passed));
            }
        }
    }
}

/// Tells whether a side may take the pawn that passed over a square in some legal way.
pub(crate) fn has_en_passant(position: &Position) -> bool {
    let (pieces, side) = (position.placement(), position.side());
    let king = king_of(pieces, side);
    position.state().passed.is_some_and(|passed| {
        (PAWN_ATTACKS[(!side).index()][passed.index()] & pieces.of(side, PAWN))
            .into_iter()
            .any(|from| survives_en_passant(pieces, side, king, from, passed))
    })
}

fn survives_en_passant(pieces: &Pieces, side: Side, king: Square, from: Square, passed: Square) -> bool {
    let Some(victim) = step(passed, forward(!side)) else { return false };
    let occupied = pieces.occupied().without(from).without(victim).with(passed);
    (attackers(pieces, side, king, occupied).without(victim)).is_empty()
}

fn pinned(pieces: &Pieces, side: Side, king: Square) -> SquareSet {
    let of = |kind| pieces.of(!side, kind);
    let enemies = pieces.side(!side);
    let snipers =
        rook(king, enemies) & (of(ROOK) | of(QUEEN)) | bishop(king, enemies) & (of(BISHOP) | of(QUEEN));
    let own = pieces.side(side);
    snipers.into_iter().filter_map(|sniper| (between(king, sniper) & own).single()).collect()
}

fn castle(position: &Position, king: Square, sink: &mut impl MoveSink) {
    let (pieces, side) = (position.placement(), position.side());
    let occupied = position.occupied();
    for queenside in [false, true] {
        if position.state().castling & castling_bit(side, queenside) == 0 {
            continue;
        }
        let rook = on_rank(side, 0, if queenside { 0 } else { SIZE - 1 });
        let to = on_rank(side, 0, if queenside { 2 } else { 6 });
        let crossed = between(king, to).with(to);
        if !between(king, rook).intersects(occupied)
            && crossed.into_iter().all(|at| attackers(pieces, side, at, occupied).is_empty())
        {
            sink.fan(Path::from(king), SquareSet::of(to));
        }
    }
}
