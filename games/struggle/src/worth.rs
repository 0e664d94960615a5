use entourage_kernel::WEIGHT_UNIT;

use crate::rule::Rule;
use crate::terms::{PIECE, RULE};
use crate::weights::WEIGHTS;

pub(crate) const PIECE_WORTH: i32 = WEIGHTS[PIECE] / WEIGHT_UNIT;

pub(crate) const fn worth_of_rule(rule: Rule) -> i32 {
    WEIGHTS[RULE + rule as usize] / WEIGHT_UNIT
}
