//! Attackers of a square, for the generator; the reference implementation (law) uses `powers` and `movement` instead.

use entourage_kernel::{Kind, Side, SmallSet, Square};

use crate::geometry::{
    AHEAD, ASIDE, ASLANT, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, LINES, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS, PALACE,
    TWO_AWAY, bishop_lines, rook_lines,
};
use crate::piece::{
    ADVANCER_BISHOP, ADVANCER_ROOK, BAWN, DRAGON_BISHOP, DRAGON_ROOK, KING, KNIGHT, PAWN, REDUCER, SHS,
};
use crate::position::{Pieces, king_of};

/// Returns the squares next to a side's only piece of a kind; empty if it is on a Launching Square or off the board.
#[inline]
pub(crate) fn around(pieces: &Pieces, side: Side, kind: Kind) -> SmallSet {
    pieces.of(side, kind).first().map_or(SmallSet::EMPTY, |square| NEIGHBOURS[square.index()])
}

/// A side's riders (Advancers and Dragons), grouped by how the current powers let them move (powers 1 and 3).
#[derive(Clone, Copy)]
pub(crate) struct Riders {
    /// Riders that currently move orthogonally, including reduced riders.
    pub(crate) straight: SmallSet,
    /// Riders that currently move diagonally, including reduced riders.
    pub(crate) diagonal: SmallSet,
    /// The Advancers; all other riders are Dragons.
    pub(crate) advancers: SmallSet,
    pub(crate) reduced: SmallSet,
}

impl Riders {
    #[inline]
    pub(crate) fn new(pieces: &Pieces, side: Side, symmetrised: SmallSet, reduced: SmallSet) -> Self {
        let (own, kind) = (pieces.side(side), |kind| pieces.kind(kind));
        let rooks = (kind(ADVANCER_ROOK) | kind(DRAGON_ROOK)) & own;
        let bishops = (kind(ADVANCER_BISHOP) | kind(DRAGON_BISHOP)) & own;
        let turned = (rooks | bishops) & symmetrised;
        let advancers = (kind(ADVANCER_ROOK) | kind(ADVANCER_BISHOP)) & own;
        Self { straight: rooks ^ turned, diagonal: bishops ^ turned, advancers, reduced }
    }

    #[inline]
    pub(crate) fn dragons(&self) -> SmallSet {
        (self.straight | self.diagonal) - self.advancers
    }

    /// Returns the squares along a rider's lines up to and including the first occupied ones; ignores reduction.
    #[inline]
    pub(crate) fn lines(&self, rider: Square, occupied: SmallSet) -> SmallSet {
        LINES.rider(rider, self.straight.contains(rider), occupied)
    }

    #[inline]
    pub(crate) fn facing(&self, square: Square) -> SmallSet {
        (self.straight & rook_lines(square)) | (self.diagonal & bishop_lines(square))
    }

    /// Returns the riders that would attack a square from a distance if no piece were in between. Advancers slide over at
    /// least one empty square, reduced Advancers over exactly one (S5, S9).
    #[inline]
    pub(crate) fn far_attackers(&self, square: Square) -> SmallSet {
        let short = self.reduced - (self.advancers & TWO_AWAY[square.index()]);
        self.facing(square) - NEIGHBOURS[square.index()] - short
    }
}

#[inline]
pub(crate) fn reduced(beside_own: SmallSet, beside_enemy: SmallSet) -> SmallSet {
    beside_enemy - beside_own
}

#[inline]
pub(crate) fn riders_now(pieces: &Pieces, side: Side) -> Riders {
    let reduced = reduced(around(pieces, side, REDUCER), around(pieces, !side, REDUCER));
    Riders::new(pieces, side, around(pieces, side, SHS), reduced)
}

/// Returns a side's attackers of a square of the Arena, as if exactly the squares in `occupied` were occupied and the pieces
/// on `gone` had been removed.
#[inline]
pub(crate) fn attackers(
    pieces: &Pieces,
    riders: &Riders,
    side: Side,
    target: Square,
    occupied: SmallSet,
    gone: SmallSet,
) -> SmallSet {
    let mut found = contacts(pieces, riders, side, target);
    let far = riders.far_attackers(target);
    if !far.is_empty() {
        found |= far & (LINES.rook(target, occupied) | LINES.bishop(target, occupied));
    }
    found - gone
}

/// Returns the attackers of `target` that no piece can block: Knights, Pawns, Bawns, the King, and adjacent Dragons.
#[inline]
pub(crate) fn contacts(pieces: &Pieces, riders: &Riders, side: Side, target: Square) -> SmallSet {
    let (at, enemy) = (target.index(), (!side).index());
    let king = pieces.kind(KING);
    let palace = PALACE[side.index()];
    let found = (KNIGHT_LEAPS[at] & pieces.kind(KNIGHT))
        | (NEIGHBOURS[at] & riders.dragons())
        | (ORTHOGONAL_NEIGHBOURS[at] & king & palace)
        | (DIAGONAL_NEIGHBOURS[at] & (king - palace))
        | (ASLANT[enemy][at] & pieces.kind(PAWN))
        | ((AHEAD[enemy][at] | ASIDE[at]) & pieces.kind(BAWN));
    found & pieces.side(side)
}

pub(crate) fn checks(pieces: &Pieces, side: Side) -> SmallSet {
    let riders = riders_now(pieces, !side);
    attackers(pieces, &riders, !side, king_of(pieces, side), pieces.occupied(), SmallSet::EMPTY)
}
