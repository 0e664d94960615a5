//! Moves and captures of each kind, for the reference implementation (law).

use entourage_kernel::{Side, SmallSet, Square, Step};

use crate::geometry::{ARENA, DIAGONAL, KNIGHT_LEAPS, ORTHOGONAL, launching_square, step};
use crate::piece::{BAWN, KING, KNIGHT, PAWN, REDUCER, SHS, is_untouchable};
use crate::position::{Pieces, king_of};
use crate::powers::{Gait, Powers, foot_steps};

pub(crate) fn is_step(from: Square, to: Square, steps: &[Step]) -> bool {
    steps.iter().any(|&by| step(from, by) == Some(to))
}

pub(crate) fn walk(from: Square, by: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(step(from, by), move |&at| step(at, by))
}

/// Returns the squares strictly between two squares in one of the directions; `None` if they are not in line.
pub(crate) fn straight_between(from: Square, to: Square, directions: &[Step]) -> Option<SmallSet> {
    directions.iter().find_map(|&by| {
        walk(from, by).position(|at| at == to).map(|distance| walk(from, by).take(distance).collect())
    })
}

/// Returns whether a rider can slide to a square: within its stride, and with only empty squares before the last one.
fn slides_to(pieces: &Pieces, gait: &Gait, from: Square, to: Square) -> bool {
    straight_between(from, to, gait.slides)
        .is_some_and(|way| way.len() < gait.stride && !way.intersects(pieces.occupied()))
}

/// Returns whether a piece can move to an empty square. For riders, `gait` is how the powers currently let them move.
pub(crate) fn moves_with(pieces: &Pieces, gait: Option<Gait>, from: Square, to: Square) -> bool {
    let Some(piece) = pieces.piece_at(from) else { return false };
    let side = piece.side();
    if !ARENA.contains(from) {
        return ARENA.contains(to);
    }
    if !ARENA.contains(to) {
        return to == launching_square(side) && is_untouchable(piece.kind());
    }
    let (ahead, aslant, aside) = foot_steps(side);
    match piece.kind() {
        PAWN => is_step(from, to, &ahead) || is_step(from, to, &aside),
        BAWN => is_step(from, to, &aslant),
        KNIGHT => KNIGHT_LEAPS[from.index()].contains(to),
        REDUCER | SHS => is_step(from, to, &ORTHOGONAL) || is_step(from, to, &DIAGONAL),
        KING => is_step(from, to, Powers::of(pieces).king_steps(side, from)),
        _ => gait.is_some_and(|gait| slides_to(pieces, &gait, from, to) || is_step(from, to, gait.steps)),
    }
}

pub(crate) fn enters_with(pieces: &Pieces, gait: Option<Gait>, from: Square, to: Square) -> bool {
    let Some(piece) = pieces.piece_at(from) else { return false };
    if !ARENA.contains(from) || !ARENA.contains(to) {
        return false;
    }
    let (ahead, aslant, aside) = foot_steps(piece.side());
    match piece.kind() {
        PAWN => is_step(from, to, &aslant),
        BAWN => is_step(from, to, &ahead) || is_step(from, to, &aside),
        REDUCER | SHS => false,
        KNIGHT | KING => moves_with(pieces, None, from, to),
        _ => gait.is_some_and(|gait| !gait.advances && moves_with(pieces, Some(gait), from, to)),
    }
}

/// Returns whether an Advancer can slide to an empty square and capture on the next (S5, S9).
pub(crate) fn advances(pieces: &Pieces, gait: Option<Gait>, from: Square, to: Square, victim: Square) -> bool {
    gait.is_some_and(|gait| {
        let way = straight_between(from, victim, gait.slides);
        gait.advances
            && pieces.piece_at(to).is_none()
            && slides_to(pieces, &gait, from, to)
            && is_step(to, victim, gait.slides)
            && way.is_some_and(|way| way.contains(to))
    })
}

pub(crate) fn landing(from: Square, victim: Square, slides: &[Step]) -> Option<Square> {
    straight_between(from, victim, slides)?.into_iter().find(|&to| is_step(to, victim, slides))
}

pub(crate) fn captures_with(pieces: &Pieces, gait: Option<Gait>, from: Square, target: Square) -> bool {
    match gait {
        Some(Gait { advances: true, slides, .. }) => {
            landing(from, target, slides).is_some_and(|to| advances(pieces, gait, from, to, target))
        }
        _ => enters_with(pieces, gait, from, target),
    }
}

/// Returns whether a piece attacks a square, even if an untouchable piece is there.
pub(crate) fn captures(pieces: &Pieces, from: Square, target: Square) -> bool {
    captures_with(pieces, Powers::of(pieces).gait(from), from, target)
}

pub(crate) fn checks(pieces: &Pieces, side: Side) -> SmallSet {
    let king = king_of(pieces, side);
    pieces.side(!side).into_iter().filter(|&from| captures(pieces, from, king)).collect()
}
