use std::sync::atomic::AtomicBool;

use entourage_kernel::mix;
use entourage_registry::{AnyGame, AnyMatch, Limits, NoClock, SearchSettings};

/// How far the search looks that says whether an opening is balanced.
const GLANCE: Limits = Limits { depth: Some(4), nodes: Some(5_000), ..Limits::NONE };
/// The openings tried before the best balanced of them is taken.
const TRIES: u64 = 50;

/// Begins a game with so many random plies, passes left out, that leave it balanced: a short search finds neither side
/// better by more than so many hundredths.
///
/// The seed determines it, together with the search.
pub(crate) fn balanced(game: &dyn AnyGame, plies: usize, balance: i32, seed: u64) -> Box<dyn AnyMatch> {
    let draw = |attempt| {
        let opening = game.opening(plies, mix(seed ^ mix(attempt)));
        let settings = SearchSettings { table_mb: 1, ..SearchSettings::default() };
        let thought = opening.search(settings).run(GLANCE, &NoClock, &AtomicBool::new(false), &mut |_| {});
        (thought.value.map_or(0, |value| value.number().abs()), opening)
    };
    let mut best = draw(0);
    for attempt in 1..TRIES {
        if best.0 <= balance {
            break;
        }
        let other = draw(attempt);
        if other.0 < best.0 {
            best = other;
        }
    }
    best.1
}
