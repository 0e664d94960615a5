use std::io::{self, IsTerminal, Write};
use std::thread;

use entourage_registry::ladder::{Conditions, Player, Tally};
use entourage_registry::{Level, Registry};

use crate::failure::Failure;
use crate::input;

/// The least that a level scores against the one below, in percent.
const LEAST: f64 = 65.0;
/// The most that the first level scores against a player of captures, in percent.
const MOST: f64 = 60.0;

/// Sets up the matches.
pub struct Plan {
    /// Games a match.
    pub games: u32,
    /// The first level to play a match, 1 to 8.
    pub from: u8,
    /// Determines openings and choices.
    pub seed: u64,
    /// Games at a time, or `None` for as many as there are processors.
    pub threads: Option<usize>,
    /// Whether a match of the wrong result is a failure.
    pub check: bool,
}

/// Plays the first level against a player of captures, then each level against the one below, from a level on.
///
/// # Errors
/// A wrong game, a closed output, or with `check` a match of the wrong result.
pub fn run(registry: &Registry, spec: &str, plan: &Plan, out: &mut impl Write) -> Result<(), Failure> {
    let game = input::open(registry, spec)?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let threads = plan.threads.unwrap_or_else(processors);
    let conditions =
        Conditions { adjudication: game.adjudication(), games: plan.games, seed: plan.seed, threads };
    let mut failed = Vec::new();
    for players in matches().skip(usize::from(plan.from.saturating_sub(1))) {
        let [upper, lower] = players;
        let report = |tally: &Tally| {
            if io::stderr().is_terminal() {
                // A match goes on though nobody follows it.
                let _ =
                    write!(io::stderr(), "\r{upper} against {lower}: {tally} after {} games ", tally.games());
            }
        };
        let tally = game.ladder(players, conditions, &report);
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        let (wanted, reached) = verdict(lower, tally.percent());
        let word = if reached { "reached" } else { "missed" };
        writeln!(out, "{upper} against {lower}: {tally}, wanted {wanted}: {word}")?;
        out.flush()?;
        if !reached {
            failed.push(format!("{upper} against {lower}"));
        }
    }
    if plan.check && !failed.is_empty() {
        return Err(Failure::Wrong(
            format!("the levels are not graded as wanted: {}", failed.join(", ")).into(),
        ));
    }
    Ok(())
}

fn matches() -> impl Iterator<Item = [Player; 2]> {
    let first = [Player::Level(Level::ALL[0]), Player::Captures];
    let others = Level::ALL.windows(2).map(|pair| [Player::Level(pair[1]), Player::Level(pair[0])]);
    std::iter::once(first).chain(others)
}

fn verdict(lower: Player, percent: f64) -> (String, bool) {
    match lower {
        Player::Captures => (format!("at most {MOST} %"), percent <= MOST),
        Player::Level(_) => (format!("at least {LEAST} %"), percent >= LEAST),
    }
}
