use crate::Outcome;
use crate::arguments::{Arguments, MOST_RATE};
use crate::meters::Meters;
use crate::player::Pair;
use crate::trial::{self, Trial};

/// The rate with which the search begins, in moves a second, unless a greater one is held already.
const LEAST: f64 = 1_000.0;
/// By how much rates grow until one does not hold.
const STEP: f64 = 2.0;
/// How near the greatest rate that held and the least that did not come to each other.
const NEAR: f64 = 1.08;

/// Finds the greatest rate at which 99 of 100 moves are seen in time; `None` if it is not sought, or not even the
/// rate asked for holds.
///
/// # Errors
/// The server refuses, takes too long, or is gone.
pub async fn greatest(
    pairs: &mut [Pair<'_>],
    meters: &Meters,
    arguments: &Arguments,
    name: &str,
) -> Outcome<Option<Trial>> {
    let mut held: Option<Trial> = None;
    let mut failed: Option<f64> = None;
    let mut rate = arguments.rate.max(LEAST);
    while arguments.search && rate <= MOST_RATE {
        let mut trial = trial::play(pairs, meters, rate, arguments.time()).await?;
        if !trial.holds(arguments.limit) {
            // Once more: on a busy machine one failure may be somebody else's.
            trial = trial::play(pairs, meters, rate, arguments.time()).await?;
        }
        let holds = trial.holds(arguments.limit);
        eprintln!("{name}: {}", trial.line(holds));
        if holds {
            held = Some(trial);
        } else {
            failed = Some(rate);
        }
        let low = held.map_or(0.0, |trial| trial.asked);
        rate = match failed {
            None => low * STEP,
            Some(high) if low == 0.0 && high < 20.0 => break,
            Some(high) if low == 0.0 => high / 2.0,
            Some(high) if high / low <= NEAR => break,
            Some(high) => (low * high).sqrt(),
        };
    }
    Ok(held)
}
