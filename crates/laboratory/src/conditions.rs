use entourage_registry::view::ValueView;
use entourage_registry::{AnyGame, Registry};

use crate::measures::{Sample, median, points};
use crate::share::{is_above, is_below, share};
use crate::{Comparison, Trial, play_trial};

/// Number of short games that are played to determine the conditions of the others.
const PROBES: u32 = 12;
const PROBE_PLIES: u32 = 160;
/// One random ply for so many plies of a game.
const PLIES_PER_OPENING_PLY: f64 = 20.0;
const MAX_OPENING: u32 = 8;
/// Number of positions that are searched for each side to find the value of a game.
const VALUE_NODES: u64 = 200_000;

/// Adapts a trial to a game, after some games at the lowest level: the number of random plies grows with the length of the games,
/// and openings are balanced if the start is one-sided.
pub fn conditions(registry: &Registry, game: &dyn AnyGame, trial: Trial) -> Trial {
    let probe =
        Trial { level: 1, gap: 0, opening: 0, longest: trial.longest.min(PROBE_PLIES), ..trial.clone() };
    let play = |number| play_trial(registry, game, &Comparison::default(), &probe, number);
    let samples: Vec<Sample> = (0..PROBES).filter_map(play).map(|notes| Sample::of(game, &notes)).collect();
    // Unfinished games count with their length so far.
    let plies = median(samples.iter().map(|sample| sample.plies));
    let opening = ((plies / PLIES_PER_OPENING_PLY).round() as u32).clamp(1, MAX_OPENING);
    let first = share(samples.iter().map(points).sum(), samples.len() as u64);
    Trial { opening, balanced: is_above(&first, 0.5) || is_below(&first, 0.5), ..trial }
}

/// Returns the value of a game's start position, if the game is small enough; `None` for games with cards, whose starts differ.
pub fn value(game: &dyn AnyGame, trial: &Trial) -> Option<ValueView> {
    let start = game.begin(None).ok().filter(|_| trial.cards == 0)?;
    entourage_registry::value(start.as_ref(), VALUE_NODES)
}
