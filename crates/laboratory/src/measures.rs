use std::collections::BTreeSet;

use entourage_kernel::Power;
use entourage_registry::AnyGame;
use entourage_registry::view::MeasuresView;
use serde::{Deserialize, Serialize};

use crate::Notes;
use crate::advice::{MAX_DRAWS, MIN_LENGTH, MIN_SKILL};
use crate::report::lengths;
use crate::share::{share, share_at};

/// What a comparison of versions needs to know about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The side (1 or 2) that played at the lower level; 0 if both played at the same level.
    pub weaker: u8,
    /// The side that won (1 or 2); 0 for a draw and for an abandoned game.
    pub winner: u8,
    pub plies: u32,
    pub ended: bool,
    /// The codes of the powers that were active in a position or forbade a move.
    pub acted: BTreeSet<String>,
}

impl Sample {
    pub fn of(game: &dyn AnyGame, notes: &Notes) -> Self {
        let acted = |power: &&Power| {
            let relation = power.relation.as_ref().and_then(|code| notes.at_work.get(code.as_str()));
            let reason = power.reason.as_ref().and_then(|code| notes.refused.get(code.as_str()));
            relation.is_some() || reason.is_some()
        };
        let powers = game.metadata().powers.iter().filter(acted);
        Self {
            weaker: notes.weaker,
            winner: notes.winner,
            plies: notes.plies,
            ended: notes.cause.is_some(),
            acted: powers.map(|power| power.code.to_string()).collect(),
        }
    }
}

/// Returns the first side's points.
pub(crate) fn points(sample: &Sample) -> f64 {
    match sample.winner {
        0 => 0.5,
        winner => f64::from(u8::from(winner == 1)),
    }
}

pub(crate) fn median(plies: impl Iterator<Item = u32>) -> f64 {
    let [_, median, ..] = lengths(plies);
    median
}

/// Measures a version in its games; `quantile` determines the interval of the first side's score.
pub(crate) fn measures<'s>(
    game: &dyn AnyGame,
    samples: impl Iterator<Item = &'s Sample>,
    quantile: f64,
) -> MeasuresView {
    let (equal, unequal): (Vec<&Sample>, Vec<&Sample>) = samples.partition(|sample| sample.weaker == 0);
    let games = equal.len() as u64;
    let count = |is_meant: &dyn Fn(&Sample) -> bool| {
        share(equal.iter().filter(|sample| is_meant(sample)).count() as f64, games)
    };
    let is_observable = |power: &&Power| power.relation.is_some() || power.reason.is_some();
    let powers = game.metadata().powers.iter().filter(is_observable).map(|power| power.code.to_string());
    let powers = powers.map(|code| {
        let share = count(&|sample| sample.acted.contains(&code));
        (code, share)
    });
    let strong = |sample: &&Sample| if sample.weaker == 1 { 1.0 - points(sample) } else { points(sample) };
    let total = equal.iter().map(|sample| points(sample)).sum();
    let mut measures = MeasuresView {
        games,
        first: share_at(total, games, quantile),
        draws: count(&|sample| sample.ended && sample.winner == 0),
        unfinished: count(&|sample| !sample.ended),
        length: median(equal.iter().filter(|sample| sample.ended).map(|sample| sample.plies)),
        powers: powers.collect(),
        skill: share(unequal.iter().map(strong).sum(), unequal.len() as u64),
        quality: 0.0,
    };
    measures.quality = quality(&measures);
    measures
}

/// Returns 100 minus penalties, in points: 2 for each percent by which the first side's score differs from 50 %; 1 for each percent
/// of unfinished games, of draws above 50 %, and of the stronger player's score below 60 %; 2 for each ply by which the median is
/// below 12; and 1 for every 5 percent of the games in which a power does not act, on average.
fn quality(measures: &MeasuresView) -> f64 {
    let MeasuresView { first, draws, unfinished, length, powers, skill, .. } = measures;
    let idle: f64 = powers.iter().map(|(_, share)| 1.0 - share.found).sum();
    let clumsy = if skill.of == 0 { 0.0 } else { (MIN_SKILL - skill.found).max(0.0) };
    100.0
        - 200.0 * (first.found - 0.5).abs()
        - 100.0 * (unfinished.found + (draws.found - MAX_DRAWS).max(0.0) + clumsy)
        - 2.0 * (MIN_LENGTH - length).max(0.0)
        - 20.0 * idle / powers.len().max(1) as f64
}
