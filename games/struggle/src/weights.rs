//! The weights of the evaluation terms, in sixteenths of a hundredth of a nonwhite piece's value.

use crate::terms::TERMS;

/// Fitted by `entourage tune struggle:repetition=3,quiet-limit=100 --games 700 --nodes 2000 --seed 1` to 9957 positions,
/// at `15393d7` (`docs/lab/weights.md`).
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // PIECE
    1323,
    // RULE
    320, 160, 800, 160, 960, 400, 640, 240, 800, 640, 640, 960,
    // PROGRESS
    62, 49, 112, 288, 61, 328, 846, 809, 1172, 1387, 1765, 2400, 0,
    // STATION
    0, -93, 75, -105, -69, -74, 54, 86, 46, 21, -12, -83, -122,
    // GUARD
    674,
    // FREE_WAY
    4001,
    // FREE_STEP
    -453,
    // ZAPPABLE
    194,
    // COMPANY
    57,
    // INTRUDER
    -122,
    // CHAIN
    28,
    // TEMPO
    31,
];
