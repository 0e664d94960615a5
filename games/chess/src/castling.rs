//! Castling in orthodox chess and in Chess960, where the back ranks are shuffled.

use entourage_kernel::{Side, Square};

use crate::geometry::{SIZE, on_rank};
use crate::piece::{KING, ROOK};
use crate::position::{Pieces, State, castling_bit, king_of};

/// The files of the rooks that can still castle in Chess960 games.
/// Four bits for each castling right, in the order of [`WINGS`]: 8 plus the 0-based file of the rook, or only 8 if the
/// right is lost. The whole value is 0 in orthodox games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Homes(u16);

impl Homes {
    pub(crate) const CORNERS: Self = Self(0);
    pub(crate) const LOST: Self = Self(0x8888);

    /// Returns whether the game began from a Chess960 position, where castling is written as the king moving onto its own rook.
    #[inline]
    pub(crate) const fn is_shuffled(self) -> bool {
        self.0 != 0
    }

    pub(crate) const fn with(self, side: Side, queenside: bool, file: usize) -> Self {
        let at = Self::shift(side, queenside);
        Self(self.0 & !(0xF << at) | (8 | file as u16) << at)
    }

    pub(crate) const fn turned(self) -> Self {
        Self(self.0.rotate_left(8))
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    const fn shift(side: Side, queenside: bool) -> usize {
        4 * (2 * side.index() + queenside as usize)
    }

    fn file(self, side: Side, queenside: bool) -> usize {
        usize::from(self.0 >> Self::shift(side, queenside) & 7)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Castling {
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
}

impl Castling {
    pub(crate) fn of(pieces: &Pieces, state: &State, side: Side, queenside: bool) -> Self {
        let (king_file, rook_file) = if queenside { (2, 3) } else { (6, 5) };
        Self {
            king: king_of(pieces, side),
            rook: home(state, side, queenside),
            king_to: on_rank(side, 0, king_file),
            rook_to: on_rank(side, 0, rook_file),
        }
    }

    /// Returns the squares that king and rook cross or end on, excluding their start squares, nearest to the king first.
    pub(crate) fn crossed(&self) -> Vec<Square> {
        let ends = [self.king, self.rook, self.king_to, self.rook_to].map(Square::index);
        let (least, most) =
            ends.iter().fold((usize::MAX, 0), |(least, most), &at| (least.min(at), most.max(at)));
        let mut squares: Vec<Square> = (least..=most).map(Square::new).collect();
        squares.retain(|square| ![self.king, self.rook].contains(square));
        squares.sort_by_key(|square| square.index().abs_diff(self.king.index()));
        squares
    }

    pub(crate) fn walked(&self) -> Vec<Square> {
        let (from, to) = (self.king.index(), self.king_to.index());
        let mut squares: Vec<Square> = (from.min(to)..=from.max(to)).map(Square::new).collect();
        if to < from {
            squares.reverse();
        }
        squares
    }
}

pub(crate) fn home(state: &State, side: Side, queenside: bool) -> Square {
    let file = match state.homes.is_shuffled() {
        true => state.homes.file(side, queenside),
        false if queenside => 0,
        false => SIZE - 1,
    };
    on_rank(side, 0, file)
}

/// Returns whether a castling move, legal or not, is queenside; `None` for other moves. A castling move takes the king two
/// squares from its start square or, in Chess960, onto a friendly rook on the back rank.
pub(crate) fn wing(pieces: &Pieces, state: &State, from: Square, to: Square) -> Option<bool> {
    let king = pieces.piece_at(from).filter(|piece| piece.kind() == KING)?;
    let side = king.side();
    let castles = if state.homes.is_shuffled() {
        let is_first = |square: Square| square.index() / SIZE == on_rank(side, 0, 0).index() / SIZE;
        is_first(from) && is_first(to) && pieces.of(side, ROOK).contains(to)
    } else {
        from == on_rank(side, 0, 4) && [2, 6].iter().any(|&file| to == on_rank(side, 0, file))
    };
    castles.then_some(to < from)
}

/// Removes the castling rights that are lost because the king moves, or a piece moves from or to a rook's start square.
pub(crate) fn lose(state: &mut State, mover: Option<Side>, from: Square, to: Square) {
    for (side, queenside) in WINGS {
        let rook = home(state, side, queenside);
        if state.castling & castling_bit(side, queenside) != 0
            && (mover == Some(side) || rook == from || rook == to)
        {
            forget(state, side, queenside);
        }
    }
}

pub(crate) fn forget(state: &mut State, side: Side, queenside: bool) {
    state.castling &= !castling_bit(side, queenside);
    if state.homes.is_shuffled() {
        state.homes = state.homes.with(side, queenside, 0);
    }
}

pub(crate) const WINGS: [(Side, bool); 4] =
    [(Side::First, false), (Side::First, true), (Side::Second, false), (Side::Second, true)];
