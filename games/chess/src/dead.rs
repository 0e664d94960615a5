use entourage_kernel::{SmallSet, Square};

use crate::Position;
use crate::geometry::{SIZE, SQUARES};
use crate::piece::{BISHOP, KING, KNIGHT};

const DARK: SmallSet = {
    let mut dark = SmallSet::EMPTY;
    let mut index = 0;
    while index < SQUARES {
        if (index / SIZE + index % SIZE) % 2 == 1 {
            dark.insert(Square::new(index));
        }
        index += 1;
    }
    dark
};

/// Returns whether neither side can checkmate: besides the kings, the board has no pieces, one knight, or only bishops on
/// squares of the same colour (FIDE 5.2.2, as far as material alone determines it).
pub(crate) fn is_dead(position: &Position) -> bool {
    let pieces = &position.pieces;
    let (knights, bishops) = (pieces.kind(KNIGHT), pieces.kind(BISHOP));
    let others = pieces.occupied() - pieces.kind(KING) - knights - bishops;
    if !others.is_empty() || knights.is_several() {
        return false;
    }
    if !knights.is_empty() {
        return bishops.is_empty();
    }
    (bishops & DARK).is_empty() || (bishops - DARK).is_empty()
}
