use entourage_registry::kernel::Side;
use entourage_registry::solver::{NoSolution, Settings, SolutionError};
use entourage_registry::{AnyMatch, SearchSettings};
use serde::{Deserialize, Serialize};

use crate::{Puzzle, PuzzleGame};

/// Why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Refusal {
    /// The position string is not valid.
    Position,
    /// The game is over.
    Over,
    /// The position is within a turn.
    WithinTurn,
    /// The side to move cannot force a win within this many plies.
    NoWin {
        /// The number of plies of both sides that were searched.
        plies: u16,
        /// The move that looks best, and a reply that prevents the win, if one was found.
        line: Vec<String>,
    },
    /// The win is not unique.
    Several {
        /// The moves of the solution before the choice.
        line: Vec<String>,
        /// Moves of which each wins in time.
        moves: Vec<String>,
    },
    /// The solution has too many moves.
    Size,
    /// The search or the check gave up.
    Effort,
}

/// Nodes of the search for the shortest win.
const PROOF_NODES: u64 = 1_000_000;
/// Nodes of the search for other solutions.
const SOLUTION_NODES: u64 = 200_000;
/// Moves examined by the check of the solution, and for the themes.
const CHECK_MOVES: u64 = 500_000;
/// Nodes searched between two checks of whether to stop.
const SLICE: u64 = 1_000;
/// Nodes of the search for a move that looks best.
const TRY_NODES: u64 = 10_000;
/// Nodes of the search for a reply that prevents the win, in all.
const DEFENCE_NODES: u64 = 100_000;

impl PuzzleGame {
    /// Proves that a position is a puzzle, and returns the puzzle. The search for the win gives up once `is_stopped` returns `true`.
    ///
    /// # Errors
    /// If the position is not a puzzle, or the proof takes too much work.
    pub fn prove(&self, position: &str, is_stopped: &mut dyn FnMut() -> bool) -> Result<Puzzle, Refusal> {
        let begun = self.begin(position).map_err(|_| Refusal::Position)?;
        if begun.status().outcome().is_some() {
            return Err(Refusal::Over);
        }
        if !begun.begins_turn() {
            return Err(Refusal::WithinTurn);
        }
        let side = begun.side_to_move();
        let most = SolutionError::MAX_PLIES;
        let mut solver = begun.solver(Settings { attacker: side, table_mb: 8 });
        let mut advances = PROOF_NODES / SLICE;
        while !solver.advance(SLICE, most) && advances > 0 && !is_stopped() {
            advances -= 1;
        }
        match solver.distance().within(most) {
            Some(true) => {}
            Some(false) => return Err(Refusal::NoWin { plies: most, line: defence(begun.as_ref(), most) }),
            None => return Err(Refusal::Effort),
        }
        let solution = solver.solution(SOLUTION_NODES).map_err(|error| match error {
            NoSolution::Several { line, moves } => Refusal::Several { line, moves },
            NoSolution::Size => Refusal::Size,
            NoSolution::NoWin | NoSolution::Effort => Refusal::Effort,
        })?;
        let puzzle = self.puzzle(begun.as_ref(), solution, None, CHECK_MOVES).map_err(|error| match error {
            SolutionError::Second { line, text } => Refusal::Several { line, moves: vec![text] },
            _ => Refusal::Effort,
        })?;
        if puzzle.write().len() > Puzzle::MAX_LINE { Err(Refusal::Size) } else { Ok(puzzle) }
    }
}

/// Returns the turn that looks best in a position that is not won within `plies`, and a reply that prevents the win, if one is found.
fn defence(begun: &dyn AnyMatch, plies: u16) -> Vec<String> {
    let side = begun.side_to_move();
    let (mut played, mut line) = (begun.copy(), Vec::new());
    while played.status().outcome().is_none()
        && played.side_to_move() == side
        && line.len() < usize::from(plies)
    {
        let settings = SearchSettings { table_mb: 1, ..Default::default() };
        let best = played.search(settings).advance(TRY_NODES).best;
        let Some(best) = best.filter(|text| played.play(text).is_ok()) else { return line };
        line.push(best);
    }
    if played.status().outcome().is_some() || played.side_to_move() == side {
        return line;
    }
    let left = plies.saturating_sub(line.len() as u16 + 1);
    let mut nodes = DEFENCE_NODES;
    for reply in played.legal_moves() {
        let mut next = played.copy();
        if next.play(&reply).is_ok() && prevents(next.as_ref(), side, left, &mut nodes) {
            line.push(reply);
            break;
        }
    }
    line
}

/// Returns whether `attacker` is known not to win within `plies`; takes the nodes searched from `nodes`.
fn prevents(position: &dyn AnyMatch, attacker: Side, plies: u16, nodes: &mut u64) -> bool {
    if let Some(outcome) = position.status().outcome() {
        return outcome.winner != Some(attacker);
    }
    let mut solver = position.solver(Settings { attacker, table_mb: 1 });
    if *nodes > 0 && plies > 0 {
        solver.advance(*nodes, plies);
        *nodes = nodes.saturating_sub(solver.nodes());
    }
    solver.distance().within(plies) == Some(false)
}
