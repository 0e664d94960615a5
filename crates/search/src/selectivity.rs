//! Parameters of pruning, reductions and extensions: margins in centipawns, depths in plies.

use crate::score::is_proven;

/// Maximum depth of reverse futility pruning, which cuts off nodes that are evaluated far above the window.
pub(crate) const MAX_REVERSE_FUTILITY_DEPTH: usize = 7;
/// Maximum depth of razoring, which evaluates nodes far below the window by quiescence alone.
pub(crate) const MAX_RAZORING_DEPTH: usize = 3;
pub(crate) const MIN_NULL_MOVE_DEPTH: usize = 3;
pub(crate) const MIN_LATE_MOVE_REDUCTION_DEPTH: usize = 2;
pub(crate) const MAX_LATE_MOVE_PRUNING_DEPTH: usize = 8;
pub(crate) const MAX_FUTILITY_DEPTH: usize = 7;
/// Maximum depth at which captures that lose the exchange are pruned.
pub(crate) const MAX_LOSING_EXCHANGE_DEPTH: usize = 6;
pub(crate) const MIN_INTERNAL_ITERATIVE_REDUCTION_DEPTH: usize = 4;
pub(crate) const MIN_SINGULAR_DEPTH: usize = 6;

/// Returns how far the evaluation must be above beta for a node to be cut off.
pub(crate) fn reverse_futility_margin(depth: usize, improving: bool) -> i32 {
    80 * (depth as i32 - i32::from(improving)).max(0) + 20
}

/// Returns how far the evaluation must be below alpha for a node to be evaluated by quiescence alone.
pub(crate) fn razoring_margin(depth: usize) -> i32 {
    150 + 200 * depth as i32
}

/// Returns by how much a quiet move is assumed to improve the evaluation at most, with `depth` plies left to search.
pub(crate) fn futility_margin(depth: usize) -> i32 {
    100 + 90 * depth as i32
}

pub(crate) fn losing_exchange_margin(depth: usize) -> i32 {
    let depth = depth as i32;
    25 * depth * depth + 50
}

/// Returns how many quiet moves late move pruning keeps: twice as many in PV nodes or if the evaluation is improving.
pub(crate) fn late_move_count(depth: usize, is_promising: bool) -> usize {
    (4 + depth * depth) / if is_promising { 1 } else { 2 }
}

pub(crate) fn null_move_reduction(depth: usize, surplus: i32) -> usize {
    3 + depth / 4 + (surplus / 200).clamp(0, 3) as usize
}

pub(crate) fn late_move_reduction(depth: usize, earlier: usize) -> usize {
    REDUCTIONS[depth.min(TABLE_SIZE - 1)][earlier.min(TABLE_SIZE - 1)].into()
}

/// Returns whether a bound is an evaluation and not a proven result, so that margins apply to it.
pub(crate) fn is_measurable(bound: i32) -> bool {
    !is_proven(bound)
}

const TABLE_SIZE: usize = 64;

/// Late move reductions in plies, by depth and number of earlier moves; computed in integers to be the same everywhere.
static REDUCTIONS: [[u8; TABLE_SIZE]; TABLE_SIZE] = {
    let mut table = [[0; TABLE_SIZE]; TABLE_SIZE];
    let mut depth = 1;
    while depth < TABLE_SIZE {
        let mut earlier = 1;
        while earlier < TABLE_SIZE {
            // 0.6 + ln(depth) ln(earlier) / 2.1, computed from logarithms to base 2 in hundredths.
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
    // Squaring yields the binary digits of the logarithm one by one, and fits in 64 bits.
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
    fn logarithms_are_accurate() {
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
