//! Who attacks a square, looked up from the square: the generator's side of what `powers` and `movement` say plainly.

use entourage_kernel::{Kind, Side, Square, SquareSet};

use crate::geometry::{
    AHEAD, ASIDE, ASLANT, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS, PALACE,
    TWO_AWAY, bishop, rook,
};
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, REDUCER, SHS,
};
use crate::position::{Pieces, king_of};

/// Returns the neighbours of a side's only piece of a kind; none if it is on its Launching Square or gone.
#[inline]
pub(crate) fn around(pieces: &Pieces, side: Side, kind: Kind) -> SquareSet {
    pieces.of(side, kind).first().map_or(SquareSet::EMPTY, |square| NEIGHBOURS[square.index()])
}

/// A side's riders sorted by how they move now (powers 1 and 3).
#[derive(Clone, Copy)]
pub(crate) struct Riders {
    /// Dragons that slide orthogonally.
    pub(crate) straight_dragons: SquareSet,
    /// Dragons that slide diagonally.
    pub(crate) slant_dragons: SquareSet,
    /// Dragons that are reduced.
    pub(crate) short_dragons: SquareSet,
    /// Advancers on orthogonal lines, reduced ones included.
    pub(crate) straight_advancers: SquareSet,
    /// Advancers on diagonal lines, reduced ones included.
    pub(crate) slant_advancers: SquareSet,
    /// Squares on which a rider is reduced.
    pub(crate) reduced: SquareSet,
}

impl Riders {
    /// Sorts a side's riders, given the squares next to its SHS and those where its riders are reduced.
    #[inline]
    pub(crate) fn new(pieces: &Pieces, side: Side, symmetrised: SquareSet, reduced: SquareSet) -> Self {
        let of = |kind| pieces.of(side, kind);
        let turned = |plain: SquareSet, other: SquareSet| (plain - symmetrised) | (other & symmetrised);
        let (d, g) = (of(DRAGON_BISHOP), of(DRAGON_ROOK));
        let (a, v) = (of(ADVANCER_ROOK), of(ADVANCER_BISHOP));
        Self {
            straight_dragons: turned(g, d) - reduced,
            slant_dragons: turned(d, g) - reduced,
            short_dragons: (d | g) & reduced,
            straight_advancers: turned(a, v),
            slant_advancers: turned(v, a),
            reduced,
        }
    }

    /// Returns all Dragons.
    #[inline]
    pub(crate) fn dragons(&self) -> SquareSet {
        self.straight_dragons | self.slant_dragons | self.short_dragons
    }
}

/// Returns where a side's riders are reduced, given the squares next to its own and to the enemy's Reducer.
#[inline]
pub(crate) fn reduced(beside_own: SquareSet, beside_enemy: SquareSet) -> SquareSet {
    beside_enemy - beside_own
}

/// Returns where a side's riders are reduced now (power 3).
#[inline]
pub(crate) fn reduced_now(pieces: &Pieces, side: Side) -> SquareSet {
    reduced(around(pieces, side, REDUCER), around(pieces, !side, REDUCER))
}

/// Sorts a side's riders as they move now.
#[inline]
pub(crate) fn riders_now(pieces: &Pieces, side: Side) -> Riders {
    Riders::new(pieces, side, around(pieces, side, SHS), reduced_now(pieces, side))
}

/// Returns the pieces of a side that could capture on a square of the Arena if `occupied` were the occupied squares and
/// `gone` had left.
#[inline]
pub(crate) fn attackers(
    pieces: &Pieces,
    riders: &Riders,
    side: Side,
    target: Square,
    occupied: SquareSet,
    gone: SquareSet,
) -> SquareSet {
    let of = |kind| pieces.of(side, kind);
    let (at, enemy) = (target.index(), (!side).index());
    let mut found = contacts(pieces, riders, side, target);
    let straight = riders.straight_dragons | riders.straight_advancers;
    let slant = riders.slant_dragons | riders.slant_advancers;
    if !(straight | slant).is_empty() {
        let (rook, bishop) = (rook(target, occupied), bishop(target, occupied));
        found |= (rook & riders.straight_dragons) | (bishop & riders.slant_dragons);
        // Advancers slide one empty square at least, reduced ones exactly one (S5, S9).
        let far = !NEIGHBOURS[at] - (riders.reduced - TWO_AWAY[at]);
        found |= ((rook & riders.straight_advancers) | (bishop & riders.slant_advancers)) & far;
    }
    found |= ASLANT[enemy][at] & of(PAWN);
    found |= (AHEAD[enemy][at] | ASIDE[at]) & of(BAWN);
    found - gone
}

/// Returns the pieces of a side that attack a square whatever stands between: leapers, Kings, and Dragons beside it.
#[inline]
fn contacts(pieces: &Pieces, riders: &Riders, side: Side, target: Square) -> SquareSet {
    let at = target.index();
    let king = pieces.of(side, KING);
    let palace = PALACE[side.index()];
    (KNIGHT_LEAPS[at] & pieces.of(side, KNIGHT))
        | (NEIGHBOURS[at] & riders.dragons())
        | (ORTHOGONAL_NEIGHBOURS[at] & king & palace)
        | (DIAGONAL_NEIGHBOURS[at] & (king - palace))
}

/// Returns the pieces that give check to a side's King.
pub(crate) fn checks(pieces: &Pieces, side: Side) -> SquareSet {
    let riders = riders_now(pieces, !side);
    attackers(pieces, &riders, !side, king_of(pieces, side), pieces.occupied(), SquareSet::EMPTY)
}
