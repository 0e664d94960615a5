//! What is pruned, reduced and extended, and by how much: margins in hundredths, depths in plies.

use crate::score::is_proven;

/// The depth to which a node is given up because its estimate is far above the window (reverse futility pruning).
pub(crate) const REVERSE_FUTILITY_DEPTH: usize = 7;
/// The depth to which a node whose estimate is far below the window is left to quiescence (razoring).
pub(crate) const RAZORING_DEPTH: usize = 3;
/// The least depth at which a side tries a null move.
pub(crate) const NULL_MOVE_DEPTH: usize = 3;
/// The least depth of late move reductions: moves late in the order are searched less deeply.
pub(crate) const LATE_MOVE_REDUCTION_DEPTH: usize = 2;
/// The depth to which late quiet moves are left out (late move pruning).
pub(crate) const LATE_MOVE_PRUNING_DEPTH: usize = 8;
/// The depth to which quiet moves that cannot lift the estimate to the window are left out (futility pruning).
pub(crate) const FUTILITY_DEPTH: usize = 7;
/// The depth to which captures are left out whose exchange loses (static exchange evaluation).
pub(crate) const LOSING_EXCHANGE_DEPTH: usize = 6;
/// The least depth at which a node without a hash move is searched a ply less (internal iterative reduction).
pub(crate) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: usize = 4;
/// The least depth at which a hash move is tested for being the only good one (singular extensions).
pub(crate) const SINGULAR_DEPTH: usize = 6;

/// Returns how far an estimate must exceed the window for a node to be given up.
pub(crate) fn reverse_futility_margin(depth: usize, improving: bool) -> i32 {
    80 * (depth as i32 - i32::from(improving)).max(0) + 20
}

/// Returns how far an estimate must miss the window for a node to be left to quiescence.
pub(crate) fn razoring_margin(depth: usize) -> i32 {
    150 + 200 * depth as i32
}

/// Returns how much a quiet move may still lift the estimate at a depth left.
pub(crate) fn futility_margin(depth: usize) -> i32 {
    100 + 90 * depth as i32
}

pub(crate) fn losing_exchange_margin(depth: usize) -> i32 {
    let depth = depth as i32;
    25 * depth * depth + 50
}

/// Returns the number of quiet moves that late move pruning leaves: most where the exact value is wanted, and where things get better.
pub(crate) fn late_move_count(depth: usize, is_promising: bool) -> usize {
    (4 + depth * depth) / if is_promising { 1 } else { 2 }
}

pub(crate) fn null_move_reduction(depth: usize, surplus: i32) -> usize {
    3 + depth / 4 + (surplus / 200).clamp(0, 3) as usize
}

/// Returns the plies by which the move tried after `earlier` others is searched less.
pub(crate) fn late_move_reduction(depth: usize, earlier: usize) -> usize {
    REDUCTIONS[depth.min(LONGEST - 1)][earlier.min(LONGEST - 1)].into()
}

/// Returns whether a bound is an estimate, so that margins mean something.
pub(crate) fn is_measurable(bound: i32) -> bool {
    !is_proven(bound)
}

const LONGEST: usize = 64;

/// Whole numbers, so that every machine reduces alike.
static REDUCTIONS: [[u8; LONGEST]; LONGEST] = {
    let mut table = [[0; LONGEST]; LONGEST];
    let mut depth = 1;
    while depth < LONGEST {
        let mut earlier = 1;
        while earlier < LONGEST {
            // 0.6 + ln(depth) ln(earlier) / 2.1, by logarithms to base 2 in hundredths.
            let product = log2(depth) * log2(earlier);
            table[depth][earlier] = ((6_000 + product * 2_288 / 10_000) / 10_000) as u8;
            earlier += 1;
        }
        depth += 1;
    }
    table
};

/// Returns the logarithm to base 2 of a number from 1 to 63, in hundredths, rounded down.
const fn log2(number: usize) -> u64 {
    // The logarithm's hundred-fold is the greatest n with 2^n at most the number's hundredth power; squaring finds its binary
    // digits one by one instead, which fits in 64 bits.
    let whole = number.ilog2() as u64;
    let mut fraction = ((number as u64) << 32) >> whole;
    let mut digits = 0;
    let mut digit = 0;
    while digit < 10 {
        fraction = ((fraction as u128 * fraction as u128) >> 32) as u64;
        digits <<= 1;
        if fraction >= 2 << 32 {
            fraction >>= 1;
            digits |= 1;
        }
        digit += 1;
    }
    whole * 100 + ((digits * 100) >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..64 {
            let exact = (number as f64).log2() * 100.0;
            assert!((exact - log2(number) as f64).abs() <= 1.2, "{number}: {exact}");
        }
    }

    #[test]
    fn later_moves_are_reduced_more() {
        assert_eq!(late_move_reduction(1, 1), 0);
        assert!(late_move_reduction(8, 20) > late_move_reduction(8, 3));
        assert!(late_move_reduction(63, 500) >= late_move_reduction(20, 20));
        assert_eq!(late_move_reduction(8, 20), (0.6 + 8f64.ln() * 20f64.ln() / 2.1) as usize);
    }
}
