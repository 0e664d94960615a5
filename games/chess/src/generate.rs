//! The fast move generator: computes sets of targets, using the checkers and pins stored in the position.

use entourage_kernel::{Intent, Kind, MoveSink, Path, Side, SmallSet, Square};

use crate::castling::Castling;
use crate::geometry::{
    KNIGHT_LEAPS, LINES, NEIGHBOURS, PAWN_ATTACKS, SIZE, between, forward, on_rank, row_of_rank, step,
};
use crate::piece::{BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK};
use crate::play::play;
use crate::position::{Pieces, Position, castling_bit, king_of};

/// Returns the enemies of `side` that attack a square, as if exactly the squares in `occupied` were occupied.
#[inline]
pub(crate) fn attackers(pieces: &Pieces, side: Side, target: Square, occupied: SmallSet) -> SmallSet {
    let at = target.index();
    let queens = pieces.kind(QUEEN);
    pieces.side(!side)
        & (PAWN_ATTACKS[side.index()][at] & pieces.kind(PAWN)
            | KNIGHT_LEAPS[at] & pieces.kind(KNIGHT)
            | NEIGHBOURS[at] & pieces.kind(KING)
            | LINES.rook(target, occupied) & (pieces.kind(ROOK) | queens)
            | LINES.bishop(target, occupied) & (pieces.kind(BISHOP) | queens))
}

pub(crate) fn in_check(position: &Position) -> bool {
    !position.derived.checkers.is_empty()
}

/// Generates all legal moves, each once; ignores the fifty-move rule.
#[inline]
pub(crate) fn generate(position: &Position, sink: &mut impl MoveSink) {
    let pieces = &position.pieces;
    let side = position.side;
    let (own, occupied) = (pieces.side(side), pieces.occupied());
    let king = king_of(pieces, side);
    let guard = position.derived;
    sink.fan_small(Path::from(king), king_steps(pieces, side, king));
    let targets = match guard.checkers.first() {
        None => {
            castle(position, king, sink);
            !own
        }
        Some(_) if guard.checkers.is_several() => return,
        Some(checker) => between(king, checker).with(checker),
    };
    for from in (pieces.kind(KNIGHT) & own) - guard.pinned {
        sink.fan_small(Path::from(from), (KNIGHT_LEAPS[from.index()] & targets) - own);
    }
    let safe = |from: Square| {
        if guard.pinned.contains(from) { targets & LINES.through(king, from) } else { targets }
    };
    let queens = pieces.kind(QUEEN);
    for from in (pieces.kind(BISHOP) | queens) & own {
        sink.fan_small(Path::from(from), (LINES.bishop(from, occupied) & safe(from)) - own);
    }
    for from in (pieces.kind(ROOK) | queens) & own {
        sink.fan_small(Path::from(from), (LINES.rook(from, occupied) & safe(from)) - own);
    }
    let pawns = pieces.kind(PAWN) & own;
    pawn_moves(pieces, side, pawns - guard.pinned, targets, sink);
    for from in pawns & guard.pinned {
        pawn_moves(pieces, side, SmallSet::of(from), safe(from), sink);
    }
    if let Some(passed) = position.state.passed {
        // En passant empties two squares of the same rank at once, a case that pin detection does not cover.
        for from in PAWN_ATTACKS[(!side).index()][passed.index()] & pawns {
            if survives_en_passant(pieces, side, king, from, passed) {
                sink.fan_small(Path::from(from), SmallSet::of(passed));
            }
        }
    }
}

#[inline]
fn king_steps(pieces: &Pieces, side: Side, king: Square) -> SmallSet {
    let beyond = pieces.occupied().without(king);
    let mut steps = NEIGHBOURS[king.index()] - pieces.side(side);
    for to in steps {
        if !attackers(pieces, side, to, beyond).is_empty() {
            steps.remove(to);
        }
    }
    steps
}

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;

/// Generates the pawn moves to `targets` for all pawns at once, except en passant.
#[inline]
fn pawn_moves(pieces: &Pieces, side: Side, pawns: SmallSet, targets: SmallSet, sink: &mut impl MoveSink) {
    let ahead = isize::from(forward(side).1) * SIZE as isize;
    // Pawns are never on the first or last rank, so a rotation is a shift in either direction.
    let shifted = |set: u64, by: isize| set.rotate_left((by & 63) as u32);
    let enemies = (pieces.side(!side) & targets).0;
    let empty = !pieces.occupied().0;
    let row = |rank| 0xFF << (8 * row_of_rank(side, rank));

    let one = shifted(pawns.0, ahead) & empty;
    let two = shifted(one & row(2), ahead) & empty & targets.0;
    let left = shifted(pawns.0 & !FIRST_FILE, ahead - 1) & enemies;
    let right = shifted(pawns.0 & !(FIRST_FILE << 7), ahead + 1) & enemies;
    let last = row(SIZE - 1);
    let by = [ahead, ahead - 1, ahead + 1, 2 * ahead];
    let ways = [one & targets.0, left, right, two];
    sink.shift_small(ways.map(|ends| SmallSet(ends & !last)), by);
    if ways.into_iter().all(|ends| ends & last == 0) {
        return;
    }
    for (ends, by) in ways.into_iter().zip(by) {
        for end in SmallSet(ends & last) {
            let start = Square::new((end.index() as isize - by) as usize);
            for Kind(choice) in PROMOTIONS {
                sink.push(Path::from(start).with_choice(choice).to(end));
            }
        }
    }
}

/// Returns whether there is a legal en passant capture.
pub(crate) fn has_en_passant(position: &Position) -> bool {
    let (pieces, side) = (&position.pieces, position.side);
    let king = king_of(pieces, side);
    position.state.passed.is_some_and(|passed| {
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

#[inline]
fn castle(position: &Position, king: Square, sink: &mut impl MoveSink) {
    if position.state.homes.is_shuffled() {
        return castle_shuffled(position, sink);
    }
    let (pieces, side) = (&position.pieces, position.side);
    let occupied = pieces.occupied();
    for queenside in [false, true] {
        if position.state.castling & castling_bit(side, queenside) == 0 {
            continue;
        }
        let rook = on_rank(side, 0, if queenside { 0 } else { SIZE - 1 });
        let to = on_rank(side, 0, if queenside { 2 } else { 6 });
        let crossed = between(king, to).with(to);
        if !between(king, rook).intersects(occupied)
            && crossed.into_iter().all(|at| attackers(pieces, side, at, occupied).is_empty())
        {
            sink.push(Path::from(king).to(to));
        }
    }
}

#[inline(never)]
fn castle_shuffled(position: &Position, sink: &mut impl MoveSink) {
    let (pieces, side) = (&position.pieces, position.side);
    for queenside in [false, true] {
        if position.state.castling & castling_bit(side, queenside) == 0 {
            continue;
        }
        let Castling { king, rook, king_to, rook_to } = Castling::of(pieces, &position.state, side, queenside);
        let others = pieces.occupied().without(king).without(rook);
        let walked = between(king, king_to).with(king_to);
        let crossed = walked | between(rook, rook_to).with(rook_to);
        // The rook is still on its start square while the king moves, and can shield the king only after castling.
        if !crossed.intersects(others)
            && walked.into_iter().all(|at| attackers(pieces, side, at, others.with(rook)).is_empty())
            && attackers(pieces, side, king_to, others.with(rook_to)).is_empty()
        {
            sink.push(Path::from(king).to(rook));
        }
    }
}

/// Returns a test of whether a legal move gives check.
pub(crate) fn check_test(position: &Position) -> impl Fn(Intent) -> bool + '_ {
    let (pieces, side) = (&position.pieces, position.side);
    let king = king_of(pieces, !side);
    let occupied = pieces.occupied();
    let (straight, diagonal) = (LINES.rook(king, occupied), LINES.bishop(king, occupied));
    move |intent| {
        let Some([from, to]) = intent.ends() else { return false };
        let kind = pieces.kind_at(from);
        let may_open_line = (straight | diagonal).contains(from);
        // Castling moves two pieces, and en passant empties two squares.
        if may_open_line || kind == KING || kind == PAWN && position.state.passed == Some(to) {
            return in_check(&play(position, intent));
        }
        match if intent.choice() == 0 { kind } else { Kind(intent.choice()) } {
            PAWN => PAWN_ATTACKS[(!side).index()][king.index()].contains(to),
            KNIGHT => KNIGHT_LEAPS[king.index()].contains(to),
            BISHOP => diagonal.contains(to),
            ROOK => straight.contains(to),
            _ => (straight | diagonal).contains(to),
        }
    }
}
