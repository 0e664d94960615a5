//! What keeps a Toddler safe: every path by which an enemy could reach it, as masks on where own moves may end.

use arrayvec::ArrayVec;
use entourage_kernel::{Side, Square, SquareSet};

use crate::geometry::{
    BOARD, DIAGONAL_NEIGHBOURS, KNIGHT_LEAPS, NEIGHBOURS, ORTHOGONAL_NEIGHBOURS, RAYS, SIZE, SQUARES, between,
    leads_up,
};
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
        let at = toddler.index();
        let mut path = |attacker: Square, between: SquareSet| {
            let blockers = between & occupied;
            if blockers.is_several() {
                return;
            }
            let closing = between.with(attacker);
            if (blockers - genius).is_empty() {
                shield.genius &= between | NEIGHBOURS[attacker.index()];
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
        let leapers = KNIGHT_LEAPS[at] & of(PHOENIX) | DIAGONAL_NEIGHBOURS[at] & (of(SOLDIER) | captains);
        for attacker in leapers {
            path(attacker, SquareSet::EMPTY);
        }
        for attacker in captains {
            for middle in ORTHOGONAL_NEIGHBOURS[attacker.index()] & DIAGONAL_NEIGHBOURS[at] {
                path(attacker, SquareSet::of(middle));
            }
        }
        let queens = of(EMPEROR) | of(EMPRESS);
        for (direction, rays) in RAYS.iter().enumerate() {
            let sliders = queens | of(if direction < 4 { ANDROID } else { NURSE });
            let ray = rays[at];
            // Only the nearest two pieces of a line matter: a slider behind two blockers has no path.
            let mut rest = ray & occupied;
            for _ in 0..2 {
                let Some(nearest) = nearest(rest, direction) else { break };
                if sliders.contains(nearest) {
                    path(nearest, ray - rays[nearest.index()].with(nearest));
                }
                rest.remove(nearest);
            }
        }
        for attacker in of(ANDROID) {
            let (row, file) = (attacker.index() / SIZE, attacker.index() % SIZE);
            let (toddler_row, toddler_file) = (at / SIZE, at % SIZE);
            if row == toddler_row || file == toddler_file {
                continue;
            }
            for corner in [row * SIZE + toddler_file, toddler_row * SIZE + file].map(Square::new) {
                path(attacker, (between(attacker, corner) | between(corner, toddler)).with(corner));
            }
        }
        shield
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

#[inline]
fn nearest(squares: SquareSet, direction: usize) -> Option<Square> {
    if squares.is_empty() {
        None
    } else if leads_up(direction) {
        squares.first()
    } else {
        Some(Square::new(127 - squares.0.leading_zeros() as usize))
    }
}
