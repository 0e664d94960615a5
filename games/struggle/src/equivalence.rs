//! Hash keys that are equal for positions that the search can treat as equivalent.
//!
//! In positions without Rules, all nonwhite pieces are equivalent, and so are mirror images of a position.

use entourage_kernel::{Board, Side, fold};

use crate::cells::Cells;
use crate::position::Position;
use crate::turn::{Stage, Turn};

/// Flag for the start of a turn. All flags are in bits that no space uses.
const START: u64 = 1 << 7;
const PASSED: u64 = 1 << 15;
const SECOND: u64 = 1 << 23;

/// Returns a key that only equivalent positions share.
#[inline]
pub(crate) fn key(position: &Position) -> u64 {
    if !position.state.is_plain() {
        return position.hash();
    }
    let (barred, at, start) = match &position.state.turn {
        Turn::Start { passes: 0 } => (Cells::EMPTY, None, START),
        Turn::Start { .. } => (Cells::EMPTY, None, START | PASSED),
        Turn::Moving(moving) if moving.stage == Stage::Main && moving.jolted.is_empty() => {
            (moving.barred, Some(moving.at), 0)
        }
        _ => return position.hash(),
    };
    let team = |side| (position.pieces.side(side), position.pieces.white(side));
    let parts = [team(Side::First), team(Side::Second), (barred, at)];
    let seen = parts.map(|(cells, one)| word(cells, one.map_or(Cells::EMPTY, Cells::of)));
    let image =
        parts.map(|(cells, one)| word(cells.mirrored(), one.map_or(Cells::EMPTY, Cells::of).mirrored()));
    let [first, second, turn] = seen.min(image);
    let side = if position.side == Side::Second { SECOND } else { 0 };
    fold(fold(first, second), turn | start | side)
}

#[inline]
fn word(cells: Cells, one: Cells) -> u64 {
    // Spaces use bits up to 54, which leaves room above them for a bit number; 64 means none.
    cells.bits() | (one.bit() as u64) << 56
}
