//! Fits the weights of an evaluation to the results of self-play games.
//!
//! A game defines the terms of its evaluation (`Evaluate::terms`), which are counted here. Logistic regression finds the weights
//! that best predict the results, regularised towards the current weights so that rare terms hardly change.

mod fit;
mod games;

pub use games::Sample;

use std::iter::repeat_n;

use entourage_kernel::{Adjudication, Evaluate, SharedStr};

/// The settings of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSettings {
    /// Adjudication options that apply in addition to the game's rules.
    pub adjudication: Adjudication,
    /// The number of self-play games from which to learn.
    pub games: u32,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The maximum number of random pieces to remove from each side at the start of a game.
    pub handicap: u32,
    /// The seed of all random choices, such as the openings.
    pub seed: u64,
    /// The strength of the regularisation towards the current weights, relative to the mean loss of a position; not negative.
    pub hold: f64,
    /// The groups of terms (by their names in `Weights::groups`) whose weights do not change, such as those that guide
    /// the computer towards a goal but do not predict the result.
    pub keep: Vec<SharedStr>,
    /// The number of games played concurrently, at least 1; does not affect the result.
    pub threads: usize,
}

/// The result of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights, in the order and unit of `Evaluate::weights`.
    pub weights: Vec<i32>,
    /// The number of positions used.
    pub samples: usize,
    /// The mean squared error of the predicted results with the old and the new weights.
    pub errors: [f64; 2],
}

/// Plays games and fits the weights to them; after each game, calls `report` with the number of games played. Returns
/// `None` if the evaluation is not a sum of terms.
///
/// The same settings always give the same weights.
pub fn tune<R: Evaluate>(rules: &R, settings: &TuneSettings, report: &(dyn Fn(u32) + Sync)) -> Option<Tuned> {
    let weights = rules.weights()?;
    let samples = games::play(rules, settings, report);
    let groups = weights.groups.iter();
    let kept: Vec<bool> =
        groups.flat_map(|(name, count)| repeat_n(settings.keep.contains(name), *count)).collect();
    Some(fit::fit(&weights.values, &kept, &samples, settings.hold))
}
