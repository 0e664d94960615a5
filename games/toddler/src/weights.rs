//! What each term of an estimate is worth, sixteen to a hundredth of a Soldier.

use crate::terms::TERMS;

/// Fitted by `entourage tune toddler:repetition=3,quiet-limit=100 --games 2000 --nodes 1000 --handicap 8 --seed 1 --hold 10` at `6983522`
/// to 173,909 positions, from weights that matches had chosen, and found better by matches (`docs/STRENGTH.md`).
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // WORTH
    0, 11294, 12085, 16184, 19321, 8030, 22560, 6427, 1599, 4491,
    // CENTRAL
    -58, 55, 49, -27, 42, 28, 15, 18, 21, 30,
    // ROOM
    0, 17, 16, 0, 0, 13, 16, 14, 0, 0,
    // PRESSURE
    0, 85, 74, 0, 0, 79, 76, 56, 73, 73,
    // ADVANCE
    0, 21, 29, 52, 78, 40, 18, 19,
    // GUARDED
    1020,
    // SCREENED
    319,
    // HUDDLE
    52,
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
    -266,
    // ANGEL_GONE
    1632,
    // GENIUS_GONE
    970,
    // HUNTER
    285,
    // BESIEGED
    30,
    // BESIEGED_TWICE
    94,
    // ESCAPE
    -130,
    // HEMMED
    58,
];
