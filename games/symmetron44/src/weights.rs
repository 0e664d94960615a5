//! What each term of an estimate is worth, sixteen to a hundredth of a Pawn.

use crate::terms::TERMS;

/// Set by hand.
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // WORTH
    1600, 1600, 5280, 4160, 3200, 6880, 5440, 8320, 10240, 0, // CENTRAL
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, // SPARE
    4160, 2560, 1600, 960, 320, // IN_HAND
    960, // PAWN_ADVANCE
    0, 0, 128, 352, 1120, 0, // BAWN_ADVANCE
    0, 0, 128, 352, 1120, 0, // HOME
    400, // COMPANY
    128, // INTRUDER
    -192, // ROOM
    80, 80, 80, 80, 80, // PRESSURE
    0, 0, 0, 0, 0, // CROSSFIRE
    0, // REDUCED
    -320, // SYMMETRISED
    0, // REFUGE
    0, // TEMPO
    0,
];
