//! Fits the weights of an estimate to the results of games that the computer plays against itself.
//!
//! What an estimate is the sum of, a game says once (`Evaluate::terms`); here the terms are counted. Logistic regression
//! finds the weights under which the estimates foretell the results best, held near the weights in use
//! so that terms which hardly occur stay as they are.

mod fit;
mod games;

pub use games::Sample;

use std::iter::repeat_n;

use entourage_kernel::{Adjudication, Evaluate, SharedStr};

/// Sets up a fitting.
#[derive(Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// How games end that the rules alone would let go on.
    pub adjudication: Adjudication,
    /// The number of games to learn from.
    pub games: u32,
    /// The positions looked at for a move.
    pub nodes: u64,
    /// The pieces of each side that may be missing when a game begins, which ones and how many being left to chance.
    pub handicap: u32,
    /// Determines the openings.
    pub seed: u64,
    /// How strongly the weights are held where they are, against the mean loss of a position; not negative.
    pub hold: f64,
    /// The groups of terms whose weights stay as they are, by their names in `Weights::groups`: such as tell the computer what to strive for,
    /// which foretells no result.
    pub keep: Vec<SharedStr>,
    /// The number of games played at a time, at least 1; it does not change the result.
    pub threads: usize,
}

/// Holds what a fitting found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights, in the order and unit of `Evaluate::weights`.
    pub weights: Vec<i32>,
    /// The number of positions learnt from.
    pub samples: usize,
    /// The mean squared error of the foretold results, under the weights in use and under those found.
    pub errors: [f64; 2],
}

/// Plays games and fits the weights to them, reporting the number of games after each; `None` if the estimate is no sum of terms.
///
/// The same plan gives the same weights.
pub fn tune<R: Evaluate>(rules: &R, plan: &TunePlan, report: &(dyn Fn(u32) + Sync)) -> Option<Tuned> {
    let weights = rules.weights()?;
    let samples = games::play(rules, plan, report);
    let groups = weights.groups.iter();
    let kept: Vec<bool> = groups.flat_map(|(name, count)| repeat_n(plan.keep.contains(name), *count)).collect();
    Some(fit::fit(&weights.values, &kept, &samples, plan.hold))
}
