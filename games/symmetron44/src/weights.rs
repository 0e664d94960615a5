//! The weights of the evaluation terms, in sixteenths of a hundredth of a Pawn's value.

use crate::terms::TERMS;

/// Fitted by `entourage tune symmetron44:repetition=3,quiet-limit=100 --games 700 --nodes 2000 --seed 1` to 9450 positions,
/// at `15393d7` (`docs/lab/weights.md`).
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // WORTH
    1848, 1952, 5231, 4160, 3200, 6579, 5428, 8405, 10251, 0,
    // CENTRAL
    123, 197, 95, 117, 5, 63, 64, 111, 60, 59,
    // SPARE
    4160, 2647, 1636, 1047, 408,
    // IN_HAND
    998,
    // PAWN_ADVANCE
    0, 84, 162, 408, 1194, 0,
    // BAWN_ADVANCE
    0, 233, 118, 462, 1138, 0,
    // HOME
    497,
    // COMPANY
    263,
    // INTRUDER
    -220,
    // ROOM
    241, 215, 7, -105, 140,
    // PRESSURE
    27, 40, -145, -37, -126,
    // CROSSFIRE
    -60,
    // REDUCED
    -444,
    // SYMMETRISED
    -113,
    // REFUGE
    -165,
    // TEMPO
    -47,
];
