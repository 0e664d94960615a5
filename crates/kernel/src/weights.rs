use std::borrow::Cow;
use std::marker::PhantomData;

use crate::SharedStr;

/// The number of weight units in one centipawn.
pub const WEIGHT_UNIT: i32 = 16;

/// A receiver of the terms of a static evaluation: the search sums them with their weights, and tuning counts them.
pub trait Tally {
    /// Adds `count` occurrences of a term; positive counts favour the first side, negative ones the second.
    fn add(&mut self, term: usize, count: i32);
}

/// Evaluation weights known at compile time, so that the code can be specialised for them.
pub trait FixedWeights {
    /// The weights in term order, in weight units.
    const VALUES: &'static [i32];
}

/// A sum of terms whose weights are known at compile time; terms of weight zero cost nothing.
pub struct WeightedSum<W> {
    sum: i32,
    weights: PhantomData<W>,
}

impl<W: FixedWeights> WeightedSum<W> {
    /// Creates a sum with an initial value in weight units.
    #[inline]
    pub const fn new(sum: i32) -> Self {
        Self { sum, weights: PhantomData }
    }

    /// Returns the sum in weight units.
    #[inline]
    pub const fn sum(&self) -> i32 {
        self.sum
    }

    /// Returns the sum in centipawns, from the first side's point of view.
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

/// The weights of an evaluation's terms, in term order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The names of consecutive groups of terms, each with the number of its terms.
    pub groups: Cow<'static, [(SharedStr, usize)]>,
    /// The weights in weight units ([`WEIGHT_UNIT`]).
    pub values: Cow<'static, [i32]>,
}

/// Declares the terms of an evaluation in named groups: a constant for each group's first index, `GROUPS` for
/// [`Weights::groups`], and `TERMS`, the total number of terms.
#[macro_export]
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        $crate::terms!(@index 0usize; $($(#[$doc])* $name: $count;)*);
        /// The names of the groups of terms, each with its number of terms.
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
