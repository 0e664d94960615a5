//! What each term of an estimate is worth, sixteen to a hundredth of a nonwhite piece.

use crate::terms::TERMS;

/// Set by hand.
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // PIECE
    1600, // RULE
    320, 160, 800, 160, 960, 400, 640, 240, 800, 640, 640, 960, // PROGRESS
    0, 64, 144, 240, 352, 480, 640, 832, 1056, 1312, 1760, 2400, 0, // STATION
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // GUARD
    352, // FREE_WAY
    4000, // FREE_STEP
    -400, // ZAPPABLE
    192, // COMPANY
    64, // INTRUDER
    0, // CHAIN
    0, // TEMPO
    0,
];
