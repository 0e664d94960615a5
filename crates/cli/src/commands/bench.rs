use std::io::Write;
use std::sync::atomic::AtomicBool;

use entourage_arena::Stopwatch;
use entourage_kernel::Random;
use entourage_registry::{AnyGame, AnyMatch, Limits, NoClock, Registry, SearchSettings};

use crate::failure::Failure;
use crate::input;

/// The positions searched of each game, and the random plies between two of them.
const POSITIONS: usize = 8;
const APART: usize = 10;
/// Determines the random plies; another seed would make another signature.
const SEED: u64 = 5;
/// The transposition table's size in mebibytes, which the count depends on too.
const TABLE_MB: usize = 16;

/// Counts the positions that the search looks at to a depth, for one game or for all.
///
/// # Errors
/// A wrong game, or a closed output.
pub fn run(registry: &Registry, game: Option<&str>, depth: u32, out: &mut impl Write) -> Result<(), Failure> {
    let games = game.map_or_else(|| registry.games().to_vec(), |game| vec![game]);
    for spec in games {
        let game = input::open(registry, spec)?;
        let mut random = Random::new(SEED);
        let (mut nodes, mut seconds) = (0, 0.0);
        for number in 0..POSITIONS {
            let begun = random_game(game.as_ref(), number * APART, &mut random)?;
            let settings = SearchSettings { table_mb: TABLE_MB, ..SearchSettings::default() };
            let limits = Limits { depth: Some(depth), ..Limits::NONE };
            let never = AtomicBool::new(false);
            // Making room for the table is no part of the search.
            let mut search = begun.search(settings);
            let clock = Stopwatch::start();
            nodes += search.run(limits, &NoClock, &never, &mut |_| {}).nodes;
            seconds += clock.seconds();
        }
        let speed = nodes as f64 / seconds;
        writeln!(out, "{} depth {depth}: {nodes} nodes in {seconds:.2} s, {speed:.0} a second", game.spec())?;
        out.flush()?;
    }
    Ok(())
}

/// Plays so many random moves from the start, or fewer if the game ends.
fn random_game(game: &dyn AnyGame, plies: usize, random: &mut Random) -> Result<Box<dyn AnyMatch>, Failure> {
    let mut begun = input::begin(game, None)?;
    for _ in 0..plies {
        let Some(chosen) = random.pick(&begun.legal_moves()).cloned() else { break };
        input::play(begun.as_mut(), &[chosen])?;
    }
    Ok(begun)
}
