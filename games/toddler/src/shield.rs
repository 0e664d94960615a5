//! Masks of the squares on which moves can end without leaving the Toddler under attack.

use entourage_kernel::{Side, Square, SquareSet};

use crate::bare::Pieces;
use crate::geometry::{BOARD, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEAR, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS};
use crate::lines::{BISHOP_LINES, ROOK_LINES, diagonal_between, file_first_way, row_first_way};
use crate::piece::{ANDROID, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER};

/// The masks for one side; freezes and protection by the side's Angel are ignored.
///
/// A move from one square to another leaves the Toddler unattacked if and only if it ends in [`allowed`](Self::allowed);
/// moves of the Toddler and the Genius have separate masks.
pub(crate) struct Shield<'a> {
    pieces: &'a Pieces,
    side: Side,
    toddler: Square,
    silent: SquareSet,
    /// Where a move must end to block all open attack paths or capture the only attacker; every square if none is open.
    pub(crate) evade: SquareSet,
    /// Where the Genius must end: for each path that would be open without the Genius, on it or next to its attacker.
    pub(crate) genius: SquareSet,
    /// Friendly pieces that are the only blocker of an attack path.
    pub(crate) pinned: SquareSet,
}

impl<'a> Shield<'a> {
    /// Computes the masks; `silent` contains the squares next to the side's Genius.
    #[inline]
    pub(crate) fn new(pieces: &'a Pieces, side: Side, toddler: Square, silent: SquareSet) -> Self {
        let (evade, genius, pinned) = (BOARD, BOARD, SquareSet::EMPTY);
        let unshielded = Self { pieces, side, toddler, silent, evade, genius, pinned };
        let mut shield = Self { ..unshielded };
        let (occupied, own) = (pieces.occupied(), pieces.side(side));
        let genius = pieces.of(side, GENIUS);
        unshielded.paths(|attacker, between| {
            let blockers = between & occupied;
            if blockers.is_several() {
                return;
            }
            if (blockers - genius).is_empty() {
                shield.genius &= between | NEIGHBOURS[attacker];
            }
            if silent.contains(attacker) {
                return;
            }
            if blockers.is_empty() {
                shield.evade &= between.with(attacker);
            }
            shield.pinned |= blockers & own;
        });
        shield
    }

    /// Calls `path` with each enemy that would attack the Toddler on an empty board, and the squares between the two.
    #[inline]
    fn paths(&self, mut path: impl FnMut(Square, SquareSet)) {
        let toddler = self.toddler;
        let of = |kind| self.pieces.of(!self.side, kind);
        let captains = of(CAPTAIN);
        if NEAR[toddler].intersects(captains | of(SOLDIER) | of(PHOENIX)) {
            let leaping = KNIGHT_LEAPS[toddler] & of(PHOENIX);
            for attacker in leaping | DIAGONAL_NEIGHBOURS[toddler] & (of(SOLDIER) | captains) {
                path(attacker, SquareSet::EMPTY);
            }
            for attacker in captains & NEAR[toddler] {
                for middle in ORTHOGONAL_NEIGHBOURS[attacker] & DIAGONAL_NEIGHBOURS[toddler] {
                    path(attacker, SquareSet::of(middle));
                }
            }
        }
        let (queens, androids) = (of(EMPEROR) | of(EMPRESS), of(ANDROID));
        for attacker in BISHOP_LINES[toddler] & (queens | of(NURSE)) {
            path(attacker, diagonal_between(attacker, toddler));
        }
        for attacker in ROOK_LINES[toddler] & (queens | androids) {
            path(attacker, row_first_way(attacker, toddler));
        }
        for attacker in androids - ROOK_LINES[toddler] {
            path(attacker, row_first_way(attacker, toddler));
            path(attacker, file_first_way(attacker, toddler));
        }
    }

    /// Returns whether no path is open and no piece is pinned.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.evade == BOARD && self.pinned.is_empty()
    }

    /// Returns where the piece on a square can move without leaving the Toddler attacked.
    #[inline]
    pub(crate) fn allowed(&self, from: Square) -> SquareSet {
        if self.pinned.contains(from) { self.allowed_if_pinned(from) } else { self.evade }
    }

    #[cold]
    fn allowed_if_pinned(&self, from: Square) -> SquareSet {
        let occupied = self.pieces.occupied().without(from);
        let mut allowed = self.evade;
        self.paths(|attacker, between| {
            if !between.intersects(occupied) && !self.silent.contains(attacker) {
                allowed &= between.with(attacker);
            }
        });
        allowed
    }
}
