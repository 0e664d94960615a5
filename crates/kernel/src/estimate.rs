use std::borrow::Cow;
use std::marker::PhantomData;

use crate::SharedStr;

/// The fineness of weights: so many make a hundredth of the smallest piece's worth.
pub const WEIGHT_UNIT: i32 = 16;

/// Collects the terms of a static evaluation: the computer player weights and adds them, tuning counts them.
pub trait Tally {
    /// Adds a term so many times, for the first side if the count is positive, else for the second.
    fn add(&mut self, term: usize, count: i32);
}

/// Names the weights that an estimate is made with, so that a sum can be compiled for them.
pub trait FixedWeights {
    /// The weights, in the order of the terms, [`WEIGHT_UNIT`] to a hundredth.
    const VALUES: &'static [i32];
}

/// Adds terms up with weights known when it is compiled: what weighs nothing is not even counted.
pub struct WeightedSum<W> {
    sum: i32,
    weights: PhantomData<W>,
}

impl<W: FixedWeights> WeightedSum<W> {
    /// Begins with a sum, [`WEIGHT_UNIT`] to a hundredth.
    #[inline]
    pub const fn new(sum: i32) -> Self {
        Self { sum, weights: PhantomData }
    }

    /// Returns the sum, [`WEIGHT_UNIT`] to a hundredth.
    #[inline]
    pub const fn sum(&self) -> i32 {
        self.sum
    }

    /// Returns the sum in hundredths, for the first side.
    #[inline]
    pub const fn hundredths(&self) -> i32 {
        self.sum / WEIGHT_UNIT
    }
}

impl<W: FixedWeights> Tally for WeightedSum<W> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.sum += W::VALUES[term] * count;
    }
}

/// Lists the weights of an estimate's terms, in the order of the terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The names of successive groups of terms, each with their number.
    pub groups: Cow<'static, [(SharedStr, usize)]>,
    /// The weights, [`WEIGHT_UNIT`] to a hundredth.
    pub values: Cow<'static, [i32]>,
}

/// Gives the terms of an estimate, in groups with a name and a number of terms, their indexes in the list of weights.
///
/// Beside a constant for each group's first index it makes `GROUPS`, for [`Weights::groups`], and `TERMS`, the number of all.
#[macro_export]
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        $crate::terms!(@index 0usize; $($(#[$doc])* $name: $count;)*);
        /// The names of the groups of terms, and how many terms each has.
        pub(crate) static GROUPS: &[($crate::SharedStr, usize)] = &[$(($crate::SharedStr::new(stringify!($name)), $count)),*];
    };
    (@index $at:expr; $(#[$doc:meta])* $name:ident: $count:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: usize = $at;
        $crate::terms!(@index $at + $count; $($rest)*);
    };
    (@index $at:expr;) => {
        /// The number of terms.
        pub(crate) const TERMS: usize = $at;
    };
}
