//! Attackers of a square, for the generator; `powers` is the counterpart in the reference implementation (law).

use entourage_kernel::{Kind, Side, Square, SquareSet};

use crate::Edition;
use crate::bare::{Pieces, parents, toddler_of};
use crate::geometry::{DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEAR, NEIGHBOURS, spread_orthogonally};
use crate::lines::{android, bishop, queen};
use crate::piece::{ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER};
use crate::position::Position;
use crate::reach::{ANGEL_SLOT, EMPEROR_SLOT, GENIUS_SLOT};

/// Returns the squares next to a side's only piece of a kind; empty if the piece has been captured.
#[inline]
pub(crate) fn around(pieces: &Pieces, side: Side, kind: Kind) -> SquareSet {
    pieces.of(side, kind).first().map_or(SquareSet::EMPTY, |square| NEIGHBOURS[square])
}

/// Returns whether the two Angels or the two Geniuses are adjacent, which freezes all captures (power 7).
#[inline]
pub(crate) fn is_frozen(pieces: &Pieces) -> bool {
    let touches = |kind| around(pieces, Side::First, kind).intersects(pieces.of(Side::Second, kind));
    touches(ANGEL) || touches(GENIUS)
}

/// Returns a side's attackers of `target`, ignoring powers, as if exactly the squares in `occupied` were occupied and the
/// pieces on `gone` had been removed.
#[inline]
pub(crate) fn attackers_if(
    pieces: &Pieces,
    edition: Edition,
    side: Side,
    target: Square,
    occupied: SquareSet,
    gone: SquareSet,
) -> SquareSet {
    let of = |kind| pieces.of(side, kind);
    let queens = of(EMPEROR) | of(EMPRESS);
    let mut found = bishop(target, occupied) & of(NURSE);
    found |= queen(target, occupied) & queens;
    let androids = of(ANDROID);
    if !androids.is_empty() {
        found |= android(target, occupied) & androids;
    }
    (found | close_attackers(pieces, edition, side, target, occupied, gone)) - gone
}

/// Returns the attackers that do not slide: Soldiers, Captains, Phoenixes, a major Toddler, and an Empress capturing by a leap.
#[inline]
fn close_attackers(
    pieces: &Pieces,
    edition: Edition,
    side: Side,
    target: Square,
    occupied: SquareSet,
    gone: SquareSet,
) -> SquareSet {
    let of = |kind| pieces.of(side, kind);
    let captains = of(CAPTAIN);
    let mut found = KNIGHT_LEAPS[target] & of(PHOENIX) | DIAGONAL_NEIGHBOURS[target] & (of(SOLDIER) | captains);
    if NEAR[target].intersects(captains) {
        found |= spread_orthogonally(DIAGONAL_NEIGHBOURS[target] - occupied) & captains;
    }
    let toddler = toddler_of(pieces, side);
    if NEIGHBOURS[target].contains(toddler) {
        if (parents(pieces, side) - gone).is_empty() {
            found.insert(toddler);
        }
        if edition == Edition::Summary {
            found |= of(EMPRESS);
        }
    }
    found
}

/// Returns the pieces of a side that attack a square, ignoring powers.
#[inline]
pub(crate) fn attackers(position: &Position, edition: Edition, side: Side, target: Square) -> SquareSet {
    let (pieces, reach) = (position.placement(), &position.reach);
    if reach.spare().intersects(pieces.side(side)) {
        return attackers_if(pieces, edition, side, target, pieces.occupied(), SquareSet::EMPTY);
    }
    let mut found = close_attackers(pieces, edition, side, target, pieces.occupied(), SquareSet::EMPTY);
    for (origin, set) in reach.captors(side) {
        if set.contains(target) {
            found.insert(origin);
        }
    }
    found
}

pub(crate) fn threats(position: &Position, edition: Edition, side: Side) -> SquareSet {
    let pieces = position.placement();
    let toddler = toddler_of(pieces, side);
    if is_frozen(pieces) || around(pieces, side, ANGEL).contains(toddler) {
        return SquareSet::EMPTY;
    }
    attackers(position, edition, !side, toddler) - around(pieces, side, GENIUS)
}

#[inline(always)]
pub(crate) fn prey(position: &Position, edition: Edition, side: Side) -> SquareSet {
    let (pieces, reach, enemy) = (position.placement(), &position.reach, !side);
    let [angel, genius] = [ANGEL_SLOT, GENIUS_SLOT].map(|slot| reach.origin(enemy, slot));
    // Squares of pieces that are protected (power 4) or sheltered (power 6), and of the Toddler, which is never captured.
    let safe = NEIGHBOURS[angel]
        | reach.set(enemy, EMPEROR_SLOT) & pieces.of(enemy, EMPRESS)
        | pieces.of(enemy, TODDLER);
    let prey = pieces.side(enemy) - safe;
    // Capturing an Angel or Genius takes two attackers (power 5); this cheap test usually rules that out.
    let guards = (pieces.of(enemy, ANGEL) | pieces.of(enemy, GENIUS)) & prey;
    let seen = reach.union(side) | NEIGHBOURS[reach.toddler(side)];
    let close = pieces.of(side, SOLDIER) | pieces.of(side, CAPTAIN) | pieces.of(side, PHOENIX);
    let about = guards & seen | (NEAR[angel] | NEAR[genius]) & close | reach.spare();
    if about.is_empty() { prey - guards } else { prey - defended(position, edition, side, guards) }
}

/// Returns which of `guards`, squares of the enemy Angel and Genius, have fewer than two attackers (power 5).
fn defended(position: &Position, edition: Edition, side: Side, guards: SquareSet) -> SquareSet {
    let neutralised = NEIGHBOURS[position.reach.origin(!side, GENIUS_SLOT)];
    let defended = |&guard: &Square| {
        at_most(position, side, guard) < 2
            || !(attackers(position, edition, side, guard) - neutralised).is_several()
    };
    guards.into_iter().filter(defended).collect()
}

#[inline]
fn at_most(position: &Position, side: Side, target: Square) -> u32 {
    let of = |kind| position.placement().of(side, kind);
    let captains = of(CAPTAIN);
    let close = KNIGHT_LEAPS[target] & of(PHOENIX)
        | DIAGONAL_NEIGHBOURS[target] & of(SOLDIER)
        | NEAR[target] & captains
        | NEIGHBOURS[target] & of(TODDLER);
    // An upper bound suffices: the Empress's leap counts as one attacker, and spare pieces (see `Reach`) as two.
    let empress_leaps = NEIGHBOURS[target].intersects(of(TODDLER));
    let spare = !position.reach.spare().is_empty();
    position.reach.seeing_pieces(side, target)
        + close.len() as u32
        + u32::from(empress_leaps)
        + if spare { 2 } else { 0 }
}
