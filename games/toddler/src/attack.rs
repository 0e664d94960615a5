//! Who attacks a square, looked up from the square: the generator's side of what `powers` says plainly.

use entourage_kernel::{Side, Square, SquareSet};

use crate::Edition;
use crate::geometry::{
    DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEIGHBOURS, android, bishop, queen, spread_orthogonally,
};
use crate::piece::{ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER};
use crate::position::{Pieces, is_major, toddler_of};

/// Returns the neighbours of a side's Genius, where the enemy captures nothing (power 3).
#[inline]
pub(crate) fn around(pieces: &Pieces, side: Side, kind: entourage_kernel::Kind) -> SquareSet {
    pieces.of(side, kind).first().map_or(SquareSet::EMPTY, |square| NEIGHBOURS[square.index()])
}

/// Tells whether two Angels or two Geniuses touch, so that nobody captures (power 7).
#[inline]
pub(crate) fn is_frozen(pieces: &Pieces) -> bool {
    let touches = |kind| around(pieces, Side::First, kind).intersects(pieces.of(Side::Second, kind));
    touches(ANGEL) || touches(GENIUS)
}

/// Returns the pieces of a side that could capture on a square if `occupied` were the occupied squares and
/// `gone` had left: by movement, not neutralised by `genius_reach`. Power 8, protection and freeze are the caller's.
#[inline]
pub(crate) fn attackers(
    pieces: &Pieces,
    edition: Edition,
    side: Side,
    target: Square,
    occupied: SquareSet,
    gone: SquareSet,
    genius_reach: SquareSet,
) -> SquareSet {
    let of = |kind| pieces.of(side, kind);
    let at = target.index();
    let captains = of(CAPTAIN);
    let mut found = KNIGHT_LEAPS[at] & of(PHOENIX) | DIAGONAL_NEIGHBOURS[at] & (of(SOLDIER) | captains);
    let (queens, nurses, androids) = (of(EMPEROR) | of(EMPRESS), of(NURSE), of(ANDROID));
    if !(queens | nurses).is_empty() {
        found |= queen(target, occupied) & queens;
        found |= bishop(target, occupied) & nurses;
    }
    if !androids.is_empty() {
        found |= android(target, occupied) & androids;
    }
    if !captains.is_empty() {
        found |= spread_orthogonally(DIAGONAL_NEIGHBOURS[at] - occupied) & captains;
    }
    let toddler = toddler_of(pieces, side);
    if NEIGHBOURS[at].contains(toddler) {
        if (queens - gone).is_empty() {
            found.insert(toddler);
        }
        if edition == Edition::Summary {
            found |= of(EMPRESS);
        }
    }
    found - gone - genius_reach
}

/// Returns the pieces that threaten a side's Toddler.
pub(crate) fn threats(pieces: &Pieces, edition: Edition, side: Side) -> SquareSet {
    let toddler = toddler_of(pieces, side);
    if is_frozen(pieces) || around(pieces, side, ANGEL).contains(toddler) {
        return SquareSet::EMPTY;
    }
    let reach = around(pieces, side, GENIUS);
    attackers(pieces, edition, !side, toddler, pieces.occupied(), SquareSet::EMPTY, reach)
}

/// Returns the enemies that a side may capture, if its captor is not neutralised and nothing is frozen.
#[inline]
pub(crate) fn prey(pieces: &Pieces, edition: Edition, side: Side) -> SquareSet {
    let enemy = !side;
    let occupied = pieces.occupied();
    let mut prey = pieces.side(enemy) - around(pieces, enemy, ANGEL);
    let empress = pieces.of(enemy, EMPRESS) & prey;
    if !empress.is_empty()
        && let Some(emperor) = pieces.of(enemy, EMPEROR).first()
    {
        prey -= empress & queen(emperor, occupied);
    }
    let reach = around(pieces, enemy, GENIUS);
    for square in (pieces.of(enemy, ANGEL) | pieces.of(enemy, GENIUS)) & prey {
        let count = attackers(pieces, edition, side, square, occupied, SquareSet::EMPTY, reach);
        if !count.is_several() {
            prey.remove(square);
        }
    }
    prey - pieces.of(enemy, TODDLER)
}

/// Tells whether a side's Toddler may capture.
#[inline]
pub(crate) fn toddler_captures(pieces: &Pieces, side: Side, reach: SquareSet) -> bool {
    is_major(pieces, side) && !reach.intersects(pieces.of(side, TODDLER))
}
