use entourage_kernel::{Kind, Piece, Side, Square, SquareSet};

use crate::bare::Pieces;
use crate::geometry::NOWHERE;
use crate::lines::{Sight, android, bishop};
use crate::piece::{ANDROID, ANGEL, EMPEROR, EMPRESS, GENIUS, NURSE, TODDLER};

/// Attack sets of all sliding pieces: the squares up to and including the first piece of either side in each
/// direction. Powers are ignored.
///
/// A set is updated only if its piece moves or a square in the set is occupied or vacated. There are slots for two Nurses
/// and two Androids per side, as in the start position; custom positions can have more. The surplus pieces are
/// [spare](Self::spare): their sets are computed on each use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The low 64 bits of each set, stored apart from the high bits so that many sets can be tested at once.
    low: [u64; 2 * SLOTS],
    high: [u64; 2 * SLOTS],
    /// The square of each slot's piece; [`NOWHERE`] for empty slots.
    origins: [Square; 2 * SLOTS],
    toddlers: [Square; 2],
    spare: SquareSet,
}

/// Number of slots per side: one per piece, but two per Android.
pub(crate) const SLOTS: usize = 10;
pub(crate) const ANGEL_SLOT: usize = 0;
pub(crate) const GENIUS_SLOT: usize = 1;
pub(crate) const EMPEROR_SLOT: usize = 2;
pub(crate) const EMPRESS_SLOT: usize = 3;
pub(crate) const NURSE_SLOTS: [usize; 2] = [4, 5];
/// The slots of the Androids' row-first sets; the file-first sets are [`BENT`] slots later.
pub(crate) const ANDROID_SLOTS: [usize; 2] = [6, 7];
pub(crate) const BENT: usize = 2;
/// The first slot of a piece that can capture; the pieces of all later slots can capture too.
const FIRST_CAPTOR: usize = EMPEROR_SLOT;

/// Returns the two slots for pieces of this kind and side, in the order in which they are filled; for unique pieces,
/// the same slot twice. `None` for kinds that do not slide.
#[inline]
const fn slots_of(piece: Piece) -> Option<[usize; 2]> {
    let [first, second] = match piece.kind() {
        ANGEL => [ANGEL_SLOT; 2],
        GENIUS => [GENIUS_SLOT; 2],
        EMPEROR => [EMPEROR_SLOT; 2],
        EMPRESS => [EMPRESS_SLOT; 2],
        NURSE => NURSE_SLOTS,
        ANDROID => ANDROID_SLOTS,
        _ => return None,
    };
    let side = piece.side().index() * SLOTS;
    Some([side + first, side + second])
}

#[inline]
const fn sight_of(slot: usize) -> Sight {
    match slot {
        0..4 => Sight::Queen,
        4..6 => Sight::Bishop,
        6..8 => Sight::RowFirst,
        _ => Sight::FileFirst,
    }
}

pub(crate) fn look_spare(pieces: &Pieces, square: Square, occupied: SquareSet) -> SquareSet {
    if pieces.kind(NURSE).contains(square) { bishop(square, occupied) } else { android(square, occupied) }
}

impl Reach {
    pub(crate) fn of(pieces: &Pieces) -> Self {
        let mut reach = Self {
            low: [0; 2 * SLOTS],
            high: [0; 2 * SLOTS],
            origins: [NOWHERE; 2 * SLOTS],
            toddlers: Side::BOTH.map(|side| pieces.of(side, TODDLER).first().unwrap_or(NOWHERE)),
            spare: SquareSet::EMPTY,
        };
        for (square, piece) in pieces.pieces() {
            let Some(slots) = slots_of(piece) else { continue };
            match slots.into_iter().find(|&slot| reach.origins[slot] == NOWHERE) {
                Some(slot) => reach.settle(slot, piece.kind(), square, pieces.occupied()),
                None => reach.spare.insert(square),
            }
        }
        reach
    }

    /// Returns whether every sliding piece has a slot or is spare, and every set equals the one computed from scratch.
    pub(crate) fn is_consistent(&self, pieces: &Pieces) -> bool {
        let mut kept = self.spare;
        if Side::BOTH.iter().any(|&side| pieces.of(side, TODDLER) != SquareSet::of(self.toddler(side))) {
            return false;
        }
        for (slot, &origin) in self.origins.iter().enumerate() {
            if origin == NOWHERE {
                if !self.at(slot).is_empty() {
                    return false;
                }
                continue;
            }
            let side = Side::BOTH[slot / SLOTS];
            let kind = match slot % SLOTS {
                ANGEL_SLOT => ANGEL,
                GENIUS_SLOT => GENIUS,
                EMPEROR_SLOT => EMPEROR,
                EMPRESS_SLOT => EMPRESS,
                4..6 => NURSE,
                _ => ANDROID,
            };
            let set = sight_of(slot % SLOTS).look(origin, pieces.occupied());
            if !pieces.of(side, kind).contains(origin) || self.at(slot) != set {
                return false;
            }
            kept.insert(origin);
        }
        let kinds = [ANGEL, GENIUS, EMPEROR, EMPRESS, NURSE, ANDROID];
        let all = kinds.into_iter().fold(SquareSet::EMPTY, |all, kind| all | pieces.kind(kind));
        kept == all
    }

    #[inline]
    pub(crate) fn toddler(&self, side: Side) -> Square {
        self.toddlers[side.index()]
    }

    /// Returns the square of a slot's piece; [`NOWHERE`] for an empty slot.
    #[inline]
    pub(crate) fn origin(&self, side: Side, slot: usize) -> Square {
        self.origins[side.index() * SLOTS + slot]
    }

    /// Returns the attack set of a slot; for an Android, only one half.
    #[inline]
    pub(crate) fn set(&self, side: Side, slot: usize) -> SquareSet {
        self.at(side.index() * SLOTS + slot)
    }

    #[inline]
    pub(crate) fn android(&self, side: Side, slot: usize) -> SquareSet {
        self.set(side, slot) | self.set(side, slot + BENT)
    }

    #[inline]
    pub(crate) fn spare(&self) -> SquareSet {
        self.spare
    }

    #[inline]
    pub(crate) fn union(&self, side: Side) -> SquareSet {
        let first = side.index() * SLOTS;
        (first + FIRST_CAPTOR..first + SLOTS).fold(SquareSet::EMPTY, |union, slot| union | self.at(slot))
    }

    /// Returns the union of a side's attack sets, except those of the pieces on `aside`.
    pub(crate) fn union_without(&self, side: Side, aside: SquareSet) -> SquareSet {
        let kept = self.captors(side).filter(|&(origin, _)| !aside.contains(origin));
        kept.fold(SquareSet::EMPTY, |union, (_, set)| union | set)
    }

    #[inline]
    pub(crate) fn seeing_pieces(&self, side: Side, square: Square) -> u32 {
        let half = if square.index() < 64 { &self.low } else { &self.high };
        let first = side.index() * SLOTS;
        let sees = |slot: usize| (half[first + slot] >> (square.index() & 63)) as u32 & 1;
        let android = |slot: usize| sees(slot) | sees(slot + BENT);
        sees(EMPEROR_SLOT)
            + sees(EMPRESS_SLOT)
            + sees(NURSE_SLOTS[0])
            + sees(NURSE_SLOTS[1])
            + android(ANDROID_SLOTS[0])
            + android(ANDROID_SLOTS[1])
    }

    /// Iterates over the squares and attack sets of a side's pieces that can capture and have a slot.
    #[inline]
    pub(crate) fn captors(&self, side: Side) -> impl Iterator<Item = (Square, SquareSet)> + '_ {
        (FIRST_CAPTOR..SLOTS).map(move |slot| (self.origin(side, slot), self.set(side, slot)))
    }

    /// Calls `look` with the kind and attack set of every capturing sliding piece of a side.
    #[inline]
    pub(crate) fn sights(&self, side: Side, pieces: &Pieces, look: &mut impl FnMut(Kind, SquareSet)) {
        look(EMPEROR, self.set(side, EMPEROR_SLOT));
        look(EMPRESS, self.set(side, EMPRESS_SLOT));
        for slot in NURSE_SLOTS {
            look(NURSE, self.set(side, slot));
        }
        for slot in ANDROID_SLOTS {
            look(ANDROID, self.android(side, slot));
        }
        for square in self.spare & pieces.side(side) {
            let kind = if pieces.of(side, NURSE).contains(square) { NURSE } else { ANDROID };
            look(kind, look_spare(pieces, square, pieces.occupied()));
        }
    }

    #[inline]
    fn at(&self, slot: usize) -> SquareSet {
        SquareSet((self.high[slot] as u128) << 64 | self.low[slot] as u128)
    }

    #[inline]
    fn write(&mut self, slot: usize, set: SquareSet) {
        self.low[slot] = set.0 as u64;
        self.high[slot] = (set.0 >> 64) as u64;
    }

    #[inline]
    fn settle(&mut self, slot: usize, kind: Kind, square: Square, occupied: SquareSet) {
        let mut write = |slot: usize| {
            self.origins[slot] = square;
            self.write(slot, sight_of(slot % SLOTS).look(square, occupied));
        };
        write(slot);
        if kind == ANDROID {
            write(slot + BENT);
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        let Some(slots) = slots_of(piece) else { return };
        if let Some(slot) = self.slot(slots, square) {
            self.vacate(slot);
            if piece.kind() == ANDROID {
                self.vacate(slot + BENT);
            }
        } else {
            self.spare.remove(square);
        }
    }

    /// Returns which of two slots belongs to the piece on a square; `None` if the piece is spare.
    #[inline]
    fn slot(&self, [first, second]: [usize; 2], square: Square) -> Option<usize> {
        let slot = if self.origins[first] == square { first } else { second };
        (self.origins[slot] == square).then_some(slot)
    }

    #[inline]
    fn vacate(&mut self, slot: usize) {
        self.origins[slot] = NOWHERE;
        self.write(slot, SquareSet::EMPTY);
    }

    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, from: Square, to: Square, occupied: SquareSet) {
        if piece.kind() == TODDLER {
            self.toddlers[piece.side().index()] = to;
        }
        let Some(slots) = slots_of(piece) else { return };
        if let Some(slot) = self.slot(slots, from) {
            self.settle(slot, piece.kind(), to, occupied);
        } else {
            self.spare.remove(from);
            self.spare.insert(to);
        }
    }

    /// Updates the sets of pieces that have not moved and that attacked one of the squares `changed`.
    #[inline]
    pub(crate) fn refresh(&mut self, before: &Self, changed: SquareSet, occupied: SquareSet) {
        let mut stale = before.seeing(changed);
        while stale != 0 {
            let slot = stale.trailing_zeros() as usize;
            stale &= stale - 1;
            let origin = self.origins[slot];
            if origin != before.origins[slot] {
                continue;
            }
            let set = sight_of(slot % SLOTS).look_again(before.at(slot), origin, occupied, changed);
            self.write(slot, set);
        }
    }

    /// Returns the squares that a side's pieces would attack if `square` were empty. Considers only pieces that have a
    /// slot, attack `square` and are not on `aside`.
    pub(crate) fn seen_through(
        &self,
        side: Side,
        aside: SquareSet,
        square: Square,
        occupied: SquareSet,
    ) -> SquareSet {
        let vacated = SquareSet::of(square);
        let mut seen = SquareSet::EMPTY;
        for slot in FIRST_CAPTOR..SLOTS {
            let (origin, set) = (self.origin(side, slot), self.set(side, slot));
            if set.intersects(vacated) && !aside.contains(origin) {
                seen |= sight_of(slot).look_again(set, origin, occupied - vacated, vacated);
            }
        }
        seen
    }

    /// Returns a bit mask of the slots whose sets contain any of the squares.
    #[inline]
    fn seeing(&self, squares: SquareSet) -> u64 {
        let (low, high) = (squares.0 as u64, (squares.0 >> 64) as u64);
        let mut seeing = 0;
        for slot in 0..2 * SLOTS {
            let sees = self.low[slot] & low | self.high[slot] & high;
            seeing |= if sees != 0 { 1 << slot } else { 0 };
        }
        seeing
    }
}
