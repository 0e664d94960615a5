//! The weights of the evaluation terms, in sixteenths of a hundredth of a Soldier's value.

use crate::terms::TERMS;

/// Fitted by `entourage tune toddler:repetition=3,quiet-limit=100 --games 2000 --nodes 1000 --handicap 8 --seed 1 --hold 10 --keep ADVANCE`
/// at `a02089c` to 173,909 positions, starting from weights chosen by matches (`docs/lab/weights.md`).
#[rustfmt::skip]
pub(crate) const WEIGHTS: [i32; TERMS] = [
    // WORTH
    0, 11281, 12071, 16165, 19298, 8021, 22534, 6420, 1597, 4485,
    // CENTRAL
    -59, 55, 49, -28, 42, 28, 15, 18, 21, 30,
    // ROOM
    0, 17, 16, 0, 0, 13, 16, 14, 0, 0,
    // PRESSURE
    0, 85, 74, 0, 0, 79, 76, 56, 73, 72,
    // ADVANCE
    0, 32, 64, 96, 128, 128, 128, 128,
    // GUARDED
    1019,
    // SCREENED
    318,
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
    1630,
    // GENIUS_GONE
    968,
    // HUNTER
    285,
    // BESIEGED
    30,
    // BESIEGED_TWICE
    93,
    // ESCAPE
    -129,
    // HEMMED
    58,
];
