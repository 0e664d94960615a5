use std::io::{self, IsTerminal, Write};
use std::thread;

use entourage_kernel::{Problem, SharedStr, Text, Weights};
use entourage_registry::Registry;
use entourage_registry::tune::TunePlan;

use crate::failure::{Failure, shortened};
use crate::input;

/// Sets up a fitting.
pub struct Plan<'a> {
    /// Games to learn from.
    pub games: u32,
    /// Positions looked at for a move.
    pub nodes: u64,
    /// Pieces of each side that may be missing at the beginning of a game.
    pub handicap: u32,
    /// Determines the openings.
    pub seed: u64,
    /// How strongly the weights are held where they are.
    pub hold: f64,
    /// The names of terms whose weights stay as they are.
    pub keep: &'a [String],
    /// Games at a time, or `None` for as many as there are processors.
    pub threads: Option<usize>,
}

/// Fits the weights of a game's estimate and prints them as its source lists them.
///
/// # Errors
/// A wrong game, one whose estimate has no weights, a name of none of its terms, or a closed output.
pub fn run(registry: &Registry, spec: &str, plan: &Plan<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let game = input::open(registry, spec)?;
    let none = || {
        let problem = Text::new(
            "the estimate of this game is no sum of weighted terms",
            "l'évaluation de ce jeu n'est pas une somme de termes pondérés",
        );
        Failure::at("GAME", problem)
    };
    let weights = game.weights().ok_or_else(none)?;
    let keep = plan.keep.iter().map(|name| group(name, &weights)).collect::<Result<_, _>>()?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let threads = plan.threads.unwrap_or_else(processors);
    let Plan { games, nodes, handicap, seed, hold, .. } = *plan;
    let report = |played: u32| {
        if io::stderr().is_terminal() {
            // Learning goes on though nobody follows it.
            let _ = write!(io::stderr(), "\r{played} of {games} games ");
        }
    };
    let plan =
        TunePlan { adjudication: game.adjudication(), games, nodes, handicap, seed, hold, keep, threads };
    let tuned = game.tune(&plan, &report).ok_or_else(none)?;
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let [before, after] = tuned.errors;
    writeln!(
        out,
        "    // {} positions; mean squared error {before:.4} before, {after:.4} after",
        tuned.samples
    )?;
    let mut rest = tuned.weights.as_slice();
    for (name, count) in weights.groups.iter() {
        let (group, others) = rest.split_at((*count).min(rest.len()));
        rest = others;
        let list: Vec<String> = group.iter().map(i32::to_string).collect();
        writeln!(out, "    // {name}\n    {},", list.join(", "))?;
    }
    Ok(())
}

/// Finds a group of terms by its name.
fn group(name: &str, weights: &Weights) -> Result<SharedStr, Failure> {
    let mut names = weights.groups.iter().map(|(known, _)| known.as_str());
    let found = weights.groups.iter().find(|(known, _)| *known == *name);
    found.map(|(known, _)| known.clone()).ok_or_else(|| {
        let (name, last) = (shortened(name), names.next_back().unwrap_or_default());
        let others = names.collect::<Vec<_>>().join(", ");
        let problem = Problem::new(
            format!("\"{name}\" is none of this game's terms, which are {others} and {last}"),
            format!("«\u{a0}{name}\u{a0}» n'est aucun des termes de ce jeu, qui sont {others} et {last}"),
        );
        Failure::at("--keep", problem)
    })
}
