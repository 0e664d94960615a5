//! What keeps a Toddler safe: every path by which an enemy could reach it, as masks on where own moves may end.

use arrayvec::ArrayVec;
use entourage_kernel::{Side, Square, SquareSet};

use crate::geometry::{
    BOARD, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEAR, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS, SQUARES,
};
use crate::lines::{BISHOP_LINES, ROOK_LINES, diagonal_between, file_first_way, row_first_way};
use crate::piece::{ANDROID, CAPTAIN, EMPEROR, EMPRESS, NURSE, PHOENIX, SOLDIER};
use crate::position::Pieces;

/// Holds the masks for one side, protection by its Angel and freezes left aside.
///
/// A move that vacates one square and fills one leaves the Toddler unattacked exactly if it ends in
/// [`allowed`](Self::allowed); the moves of Toddler and Genius follow other masks.
pub(crate) struct Shield {
    /// Where a move must end to close every open path or capture its only attacker; the whole board if none is open.
    pub(crate) evade: SquareSet,
    /// Where the Genius must end: on every path that is open without it, or next to its attacker.
    pub(crate) genius: SquareSet,
    /// Own pieces that alone close some path.
    pub(crate) pinned: SquareSet,
    pins: ArrayVec<(Square, SquareSet), SQUARES>,
}

impl Shield {
    /// Finds all paths to the Toddler on `toddler` of `side`; `reach` is where its Genius (on `genius`) neutralises.
    pub(crate) fn new(
        pieces: &Pieces,
        side: Side,
        toddler: Square,
        genius: SquareSet,
        reach: SquareSet,
    ) -> Self {
        let mut shield = Self { evade: BOARD, genius: BOARD, pinned: SquareSet::EMPTY, pins: ArrayVec::new() };
        let occupied = pieces.occupied();
        let own = pieces.side(side);
        let of = |kind| pieces.of(!side, kind);
        let mut path = |attacker: Square, between: SquareSet| {
            let blockers = between & occupied;
            if blockers.is_several() {
                return;
            }
            let closing = between.with(attacker);
            if (blockers - genius).is_empty() {
                shield.genius &= between | NEIGHBOURS[attacker];
            }
            if reach.contains(attacker) {
                return;
            }
            match blockers.first() {
                None => shield.evade &= closing,
                Some(blocker) if own.contains(blocker) => shield.pin(blocker, closing),
                Some(_) => {}
            }
        };

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
        shield
    }

    /// Tells whether there is nothing to beware of: no path is open, and no own piece closes one alone.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.evade == BOARD && self.pinned.is_empty()
    }

    fn pin(&mut self, blocker: Square, closing: SquareSet) {
        self.pinned.insert(blocker);
        match self.pins.iter_mut().find(|(square, _)| *square == blocker) {
            Some((_, mask)) => *mask &= closing,
            None => self.pins.push((blocker, closing)),
        }
    }

    /// Returns where the piece on a square may end without leaving the Toddler attacked.
    #[inline]
    pub(crate) fn allowed(&self, from: Square) -> SquareSet {
        if !self.pinned.contains(from) {
            return self.evade;
        }
        let pin = self.pins.iter().find(|(square, _)| *square == from);
        self.evade & pin.map_or(BOARD, |&(_, mask)| mask)
    }
}
