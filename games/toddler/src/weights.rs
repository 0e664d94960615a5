//! What each term of an estimate is worth, sixteen to a hundredth of a Soldier.

use crate::terms::TERMS;

/// Set by hand, and chosen by matches (`docs/STRENGTH.md`): what the pieces are worth, and what wins with a lead.
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // WORTH
    0, 11200, 12000, 16000, 19200, 8000, 22400, 6400, 1600, 4480,
    // CENTRAL
    48, 48, 48, 48, 48, 48, 48, 48, 48, 48,
    // ROOM
    0, 16, 16, 0, 0, 16, 16, 16, 0, 0,
    // PRESSURE
    0, 80, 80, 0, 0, 80, 80, 80, 80, 80,
    // ADVANCE
    0, 32, 64, 96, 128, 128, 128, 128,
    // GUARDED
    960,
    // SCREENED
    320,
    // HUDDLE
    64,
    // ORPHANED
    0,
    // NEUTRALISED
    0,
    // PROTECTED
    0,
    // INWARD
    0,
    // TEMPO
    0,
    // NEARNESS
    10,
    // FOOT_NEARNESS
    16,
    // CORNERED
    40,
    // APART
    120,
    // FROZEN
    -256,
    // ANGEL_GONE
    1600,
    // GENIUS_GONE
    960,
    // HUNTER
    288,
    // BESIEGED
    32,
    // BESIEGED_TWICE
    96,
    // ESCAPE
    -128,
    // HEMMED
    64,
];
